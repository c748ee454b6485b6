/* constants.c — collects the constants of the user's functions from their code and their globals.
 *
 * Inputs that are made of them pass comparisons that random inputs never pass: a keyword, a
 * bracket, the size of a hash table.
 */
#include "inputs/constants.h"

#include "call/call.h"

static const char *file_of(const Module *m, const Fn *f) {
  return m->texts.at[m->positions.at[f->position].file];
}

/* Was the program compiled with positions?  The runtime has functions that have none. */
static bool has_files(const Module *m) {
  for (u32 i = 1; i < m->fns.n; i++)
    if (!strcmp(m->fns.at[i].name, "main")) return *file_of(m, &m->fns.at[i]);
  return false;
}

/* Functions of a harness and of the runtime are not what the user wrote. */
static bool is_users(const Module *m, const Fn *f, bool with_files) {
  const char *file = file_of(m, f);
  bool is_harness = call_is_own(f->name) && strcmp(f->name, "main") != 0;
  return f->is_defined && (*file || !with_files) && !is_runtime_file(file) && !is_harness;
}

static bool is_memory(Op op) {
  const char *name = op_infos[op].name;
  return !strncmp(name, "load", 4) || !strncmp(name, "store", 5) || !strncmp(name, "alloca", 6);
}

/* Numbers just beside it are on the other side of a comparison. */
static void add_number(Vocabulary *v, i64 number, bool with_neighbours) {
  vocabulary_add_number(v, number);
  if (!with_neighbours || (number >= -1 && number <= 1)) return;
  vocabulary_add_number(v, number - 1);
  vocabulary_add_number(v, number + 1);
}

/* Immediate operands of comparisons, or of everything else. */
static void add_immediates(const Fn *f, bool of_jumps, Vocabulary *v) {
  for (u32 pc = 0; pc < f->n_code; pc++) {
    const Ins *i = &f->code[pc];
    const OpInfo *info = &op_infos[i->op];
    if (op_is_jump(i->op) != of_jumps || is_memory(i->op)) continue;
    for (u32 k = 0; k < 3; k++)
      if (info->operand[k] == OPERAND_IMM) add_number(v, (int32_t)ins_operand(i, k), of_jumps);
    if (i->op == OP_MOVI) add_number(v, (i64)ins_imm64(i), false);
  }
}

static void add_cases(const Fn *f, Vocabulary *v) {
  for (u32 i = 0; i < f->n_cases; i++) vocabulary_add_number(v, (i64)f->cases[i].value);
}

/* ---- texts --------------------------------------------------------------------------------------- */

/* A table of options has up to a hundred rows of four words. */
enum { LONGEST_WORD = 32, TABLE_WORDS = 512 };

static bool is_letter(u8 c) { return (c >= ' ' && c < 127) || (c >= '\t' && c <= '\r'); }

/* The text at this place, which may be one of several. */
static u64 text_at(const Global *g, u64 at) {
  u64 n = 0;
  while (at + n < g->n_bytes && is_letter(g->bytes[at + n])) n++;
  return at + n < g->n_bytes && !g->bytes[at + n] ? n : 0;
}

static bool add_text(const Global *g, Vocabulary *v) {
  u64 n = g->bytes ? text_at(g, 0) : 0;
  if (n) vocabulary_add_word(v, g->bytes, (u32)MIN(n, (u64)LONGEST_WORD));
  return n && n + 1 == g->n_bytes;
}

/* Rows of a table that have their names in them; shorter ones may be numbers. */
enum { SHORTEST_INSIDE = 3 };

static void add_texts_inside(const Global *g, Vocabulary *v) {
  for (u64 at = 1; at < MIN(g->n_bytes, 8ull * TABLE_WORDS); at++) {
    u64 n = g->bytes[at - 1] ? 0 : text_at(g, at);
    if (n < SHORTEST_INSIDE) continue;
    vocabulary_add_word(v, g->bytes + at, (u32)MIN(n, (u64)LONGEST_WORD));
    at += n;
  }
}

/* A text, or a table that has some or points to some. */
static void add_global(const Module *m, u64 address, Vocabulary *v) {
  const Global *g = module_global_at(m, address);
  if (!g || !g->is_constant || add_text(g, v) || !g->bytes) return;
  add_texts_inside(g, v);
  for (u64 at = 0; at + 8 <= g->n_bytes && at < 8 * TABLE_WORDS; at += 8) {
    u64 pointed;
    memcpy(&pointed, g->bytes + at, sizeof pointed);
    const Global *to = module_global_at(m, pointed);
    if (to && to->is_constant) add_text(to, v);
  }
}

/* Large numbers and addresses have registers of their own. */
static void add_constants(const Module *m, const Fn *f, Vocabulary *v) {
  for (u32 i = 0; i < f->n_consts; i++) {
    u64 value = f->consts[i];
    u32 unused = 64u - f->widths[f->n_params + i];
    if (value >= GLOBAL_ADDRESS_BASE && module_global_at(m, value))
      add_global(m, value, v);
    else
      add_number(v, (i64)(value << unused) >> unused, false);
  }
}

void constants_collect(const Module *m, Vocabulary *ret) {
  static const i64 plain[] = {1, 2, -1};
  bool with_files = has_files(m);
  for (u32 turn = 0; turn < 4; turn++)
    for (u32 i = 1; i < m->fns.n; i++) {
      const Fn *f = &m->fns.at[i];
      if (!is_users(m, f, with_files)) continue;
      if (turn == 0) add_immediates(f, true, ret);
      if (turn == 1) add_cases(f, ret);
      if (turn == 2) add_constants(m, f, ret);
      if (turn == 3) add_immediates(f, false, ret);
    }
  for (u32 i = 0; i < ARRAY_LEN(plain); i++) vocabulary_add_number(ret, plain[i]);
}
