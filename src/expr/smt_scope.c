/* smt_scope.c — names and what they stand for, as one stack of bindings.
 *
 * Each symbol knows its innermost binding, each binding the one it hides, so
 * look-up is one step however deep the lets are nested, and leaving a scope
 * costs what entering it did.
 */
#include "base/hash.h"
#include "expr/smt_impl.h"

#include <string.h>

/* Words of the language itself: scripts cannot bind them. */
static const char *const reserved[] = {
    "!",     "_",      "as",      "let",         "exists",  "forall", "match", "par",    "true",
    "false", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "Bool",  "BitVec", "Array"};

u32 scope_symbol(Scope *s, const char *name, size_t n) {
  u64 *first = map_at(&s->first_of_hash, hash_bytes(name, n), NULL);
  for (u32 i = (u32)*first; i; i = s->symbols.at[i - 1].next) {
    const char *known = s->symbols.at[i - 1].name;
    if (!strncmp(known, name, n) && !known[n]) return i - 1;
  }
  char *copy = mem_new(n + 1);
  memcpy(copy, name, n);
  vec_push(&s->symbols, ((Symbol){.name = copy, .next = (u32)*first, .op = OP_COUNT}));
  *first = s->symbols.n;
  return s->symbols.n - 1;
}

bool symbol_is_taken(const Symbol *s) {
  return s->is_reserved || (s->op != OP_COUNT && op_is_standard(s->op));
}

bool symbol_is_word(const char *name) {
  for (u32 i = 0; i < ARRAY_LEN(reserved); i++)
    if (!strcmp(reserved[i], name)) return true;
  for (u32 op = 0; op < OP_COUNT; op++)
    if (!strcmp(op_name((SmtOp)op), name)) return true;
  return false;
}

const Binding *scope_find(const Scope *s, u32 symbol) {
  u32 b = s->symbols.at[symbol].binding;
  return b ? &s->bindings.at[b - 1] : NULL;
}

const Binding *scope_find_sort(const Scope *s, u32 symbol) {
  u32 b = s->symbols.at[symbol].sort;
  return b ? &s->bindings.at[b - 1] : NULL;
}

static u32 *meaning_of(Scope *s, const Binding *b) {
  Symbol *symbol = &s->symbols.at[b->symbol];
  return b->kind == BINDING_SORT ? &symbol->sort : &symbol->binding;
}

void scope_bind(Scope *s, u32 symbol, Binding b) {
  b.symbol = symbol;
  u32 *meaning = meaning_of(s, &b);
  b.shadowed = *meaning;
  vec_push(&s->bindings, b);
  *meaning = s->bindings.n;
}

void scope_cut(Scope *s, u32 n_bindings) {
  while (s->bindings.n > n_bindings) {
    Binding b = vec_pop(&s->bindings);
    *meaning_of(s, &b) = b.shadowed;
    macro_free(b.macro);
  }
}

void scope_init(Scope *s) {
  *s = (Scope){0};
  for (u32 i = 0; i < ARRAY_LEN(reserved); i++) {
    u32 symbol = scope_symbol(s, reserved[i], strlen(reserved[i]));
    s->symbols.at[symbol].is_reserved = true;
  }
  for (u32 op = 0; op < OP_COUNT; op++) {
    if (op == OP_AS_CONST) continue; /* `const` is a word only after `as` */
    const char *name = op_name((SmtOp)op);
    u32 symbol = scope_symbol(s, name, strlen(name));
    s->symbols.at[symbol].op = (SmtOp)op;
  }
}

void scope_done(Scope *s) {
  scope_cut(s, 0);
  for (u32 i = 0; i < s->symbols.n; i++) mem_free(s->symbols.at[i].name);
  vec_free(&s->symbols);
  vec_free(&s->bindings);
  map_done(&s->first_of_hash);
}
