/* print_names.c — under which names inputs are printed.
 *
 * The name of an input is any text; a symbol of SMT-LIB is not, some symbols
 * have a meaning already, and a byte of an input gets a made-up name that may
 * be somebody's real one.  So names are cleaned, and numbered until they are
 * unique.  Names that come from a script are printed as they were there.
 */
#include "base/hash.h"
#include "expr/print_impl.h"
#include "expr/smt_impl.h"

#include <stdlib.h>
#include <string.h>

/* The whole input is slot 0, its byte i slot i + 1. */
static u64 name_key(Input in, u32 slot) { return (u64)in.id << 32 | slot; }

static void use(PrintNames *n, u64 key) {
  bool fresh;
  map_at(&n->offset, key, &fresh);
  if (fresh) vec_push(&n->keys, key);
}

void names_use(PrintNames *n, Expr leaf) {
  ExprKind kind = expr_kind(leaf);
  if (expr_is_array(leaf)) n->has_arrays = true;
  if (kind != EXPR_VAR && kind != EXPR_ARRAY_INPUT) return;
  Input in = expr_input(leaf);
  const InputInfo *info = input_info(in);
  if (info->shape != INPUT_BYTES) {
    use(n, name_key(in, 0));
    return;
  }
  u32 low = kind == EXPR_VAR ? expr_var_low(leaf) : 0;
  u32 width = kind == EXPR_VAR ? expr_width(leaf) : info->n_bits;
  for (u32 byte = low / 8; byte * 8 < low + width; byte++) use(n, name_key(in, byte + 1));
}

/* ---- making names ------------------------------------------------------------ */

/* Offset of this name if it is taken, else UINT64_MAX and the key where it goes. */
static u64 taken_at(const PrintNames *n, const char *name, u64 *ret_key) {
  u64 offset;
  *ret_key = hash_bytes(name, strlen(name));
  for (; map_get(&n->taken, *ret_key, &offset); ++*ret_key)
    if (!strcmp(n->text.at + offset, name)) return offset;
  return UINT64_MAX;
}

static void name_clean(Text *out, const char *name) {
  if (!*name) text_add(out, "_");
  for (const char *c = name; *c; c++) {
    bool is_plain = *c >= ' ' && *c <= '~' && *c != '|' && *c != '\\';
    text_add_char(out, is_plain ? *c : '_');
  }
}

static void name_give(PrintNames *n, u64 key, const Text *wanted) {
  cleanup(text_free) Text name = {0};
  u64 free_key;
  text_add(&name, text_c(wanted));
  for (u32 k = 2;
       symbol_is_word(text_c(&name)) || taken_at(n, text_c(&name), &free_key) != UINT64_MAX; k++) {
    text_clear(&name);
    text_addf(&name, "%s!%u", text_c(wanted), k);
  }
  u64 offset = n->text.n;
  text_add_n(&n->text, text_c(&name), name.n + 1);
  map_put(&n->taken, free_key, offset);
  map_put(&n->offset, key, offset);
}

/* Whole inputs first: their names are real ones. */
static int compare_keys(const void *a, const void *b) {
  u64 x = *(const u64 *)a, y = *(const u64 *)b;
  bool x_byte = (u32)x != 0, y_byte = (u32)y != 0;
  if (x_byte != y_byte) return x_byte - y_byte;
  return (x > y) - (x < y);
}

void names_settle(PrintNames *n) {
  if (n->keys.n) qsort(n->keys.at, n->keys.n, sizeof *n->keys.at, compare_keys);
  n->n_marks = 1;
  for (u32 i = 0; i < n->keys.n; i++) {
    u64 key = n->keys.at[i];
    cleanup(text_free) Text wanted = {0};
    const char *name = input_info((Input){(u32)(key >> 32)})->name;
    name_clean(&wanted, name);
    if ((u32)key) text_addf(&wanted, "[%u]", (u32)key - 1);
    name_give(n, key, &wanted);
    n->n_marks = MAX(n->n_marks, (u32)strspn(text_c(&wanted), "?") + 1);
  }
}

void names_done(PrintNames *n) {
  vec_free(&n->keys);
  map_done(&n->offset);
  map_done(&n->taken);
  text_free(&n->text);
}

static const char *name_of(const PrintNames *n, u64 key) {
  u64 offset = 0;
  bool found = map_get(&n->offset, key, &offset);
  CHECK(found, "an input without a name");
  return n->text.at + offset;
}

const char *name_of_input(const PrintNames *n, Input in) { return name_of(n, name_key(in, 0)); }

const char *name_of_byte(const PrintNames *n, Input in, u32 byte) {
  return name_of(n, name_key(in, byte + 1));
}

void names_declare(const PrintNames *n, Text *out) {
  for (u32 i = 0; i < n->keys.n; i++) {
    u64 key = n->keys.at[i];
    const InputInfo *info = input_info((Input){(u32)(key >> 32)});
    Sort sort = {.kind = SORT_BITS, .width = 8};
    if (info->shape == INPUT_BITS) sort.width = info->n_bits;
    if (info->shape == INPUT_BOOL) sort.kind = SORT_BOOL;
    if (info->shape == INPUT_ARRAY)
      sort = sort_array((Sort){.kind = SORT_BITS, .width = info->index_width},
                        (Sort){.kind = SORT_BITS, .width = info->elem_width});
    text_add(out, "(declare-const ");
    symbol_print(out, name_of(n, key));
    text_add_char(out, ' ');
    sort_print(out, sort);
    text_add(out, ")\n");
  }
}

void symbol_print(Text *out, const char *name) {
  bool is_simple = *name && !(*name >= '0' && *name <= '9');
  for (const char *c = name; *c; c++) is_simple &= is_symbol_char(*c);
  if (!is_simple) text_add_char(out, '|');
  text_add(out, name);
  if (!is_simple) text_add_char(out, '|');
}
