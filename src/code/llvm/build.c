/* build.c — collects the code of one function, and fixes all references at the end.
 *
 * Equal constants share a register, found by their hash.  Constants that were only copied have
 * become immediate moves; build_finish gives places in the frame only to the others.  The cost of
 * LLVM instructions is summed up and written into the next control instruction; a tick takes it
 * when it no longer fits into 16 bits.
 */
#include "code/llvm/build.h"

#include "base/hash.h"

#include <stdlib.h>

void build_start(Build *b, Module *m, u32 fn) {
  assert(fn < m->fns.n && !m->fns.at[fn].is_defined);
  vec_clear(&b->code);
  vec_clear(&b->positions);
  vec_clear(&b->widths);
  vec_clear(&b->consts);
  vec_clear(&b->const_widths);
  map_clear(&b->const_index);
  vec_clear(&b->calls);
  vec_clear(&b->args);
  vec_clear(&b->switches);
  vec_clear(&b->cases);
  vec_clear(&b->sites);
  vec_clear(&b->labels);
  b->m = m;
  b->fn = fn;
  b->n_params = b->position = b->cost = b->n_llvm = 0;
}

void build_done(Build *b) {
  vec_free(&b->code);
  vec_free(&b->positions);
  vec_free(&b->widths);
  vec_free(&b->consts);
  vec_free(&b->const_widths);
  map_done(&b->const_index);
  vec_free(&b->calls);
  vec_free(&b->args);
  vec_free(&b->switches);
  vec_free(&b->cases);
  vec_free(&b->sites);
  vec_free(&b->labels);
  vec_free(&b->const_places);
}

u32 build_reg(Build *b, u32 width) {
  assert(width >= 1 && width <= 64);
  vec_push(&b->widths, (u8)width);
  return b->widths.n - 1;
}

u32 build_const(Build *b, u64 value, u32 width) {
  assert(width >= 1 && width <= 64);
  /* Two constants with one hash: the later one gets a register per use, which is only longer. */
  u64 key = hash_pair(value, width);
  bool fresh;
  u64 *index = map_at(&b->const_index, key, &fresh);
  if (!fresh && b->consts.at[*index] == value && b->const_widths.at[*index] == width)
    return CONST_REG | (u32)*index;
  if (fresh) *index = b->consts.n;
  vec_push(&b->consts, value);
  vec_push(&b->const_widths, (u8)width);
  return CONST_REG | (b->consts.n - 1);
}

u32 build_width(const Build *b, u32 reg) {
  assert(reg & CONST_REG ? (reg & ~CONST_REG) < b->consts.n : reg < b->widths.n);
  return reg & CONST_REG ? b->const_widths.at[reg & ~CONST_REG] : b->widths.at[reg];
}

u32 build_label(Build *b) {
  vec_push(&b->labels, NO_LABEL);
  return b->labels.n - 1;
}

void build_place(Build *b, u32 label) {
  assert(label < b->labels.n);
  assert(b->labels.at[label] == NO_LABEL);
  b->labels.at[label] = b->code.n;
}

u32 build_emit(Build *b, Op op, u32 n, u32 x, u32 y, u32 z) {
  assert(op < OP_COUNT && b->code.n == b->positions.n);
  if (op_is_control(op)) {
    assert(b->cost <= UINT16_MAX);
    n = b->cost;
    b->cost = 0;
  }
  assert(n <= UINT16_MAX);
  vec_push(&b->code, ((Ins){(u16)op, (u16)n, x, y, z}));
  vec_push(&b->positions, b->position);
  return b->code.n - 1;
}

void build_tick(Build *b) {
  if (b->cost == UINT16_MAX) build_emit(b, OP_TICK, 0, 0, 0, 0);
  b->cost++;
  b->n_llvm++;
}

void build_move(Build *b, u32 to, u32 from) {
  assert(build_width(b, to) == build_width(b, from));
  if (to == from) return;
  u32 width = build_width(b, to);
  if (from & CONST_REG)
    build_set(b, to, b->consts.at[from & ~CONST_REG]);
  else
    build_emit(b, OP_MOV, width, to, from, 0);
}

void build_set(Build *b, u32 to, u64 value) {
  assert(!(to & CONST_REG));
  build_emit(b, OP_MOVI, build_width(b, to), to, (u32)value, (u32)(value >> 32));
}

void build_site(Build *b, u32 pc, SiteKind kind, bool inverted) {
  assert(pc < b->code.n);
  vec_push(&b->sites, ((Site){b->fn, pc, b->positions.at[pc], kind, inverted}));
}

void build_cut(Build *b, u32 pc) {
  assert(pc <= b->code.n);
  b->code.n = b->positions.n = pc;
  b->cost = 0;
  for (u32 k = 0; k < b->labels.n; k++)
    if (b->labels.at[k] != NO_LABEL) b->labels.at[k] = MIN(b->labels.at[k], pc);
  while (b->sites.n && b->sites.at[b->sites.n - 1].pc >= pc) b->sites.n--;
}

/* ---- the end ----------------------------------------------------------------------------------- */

/* Constants that only ever were copied have become MOVI: the rest closes ranks. */
static void mark_const(Build *b, U32Vec *place, u32 reg) {
  if (reg == NO_REG || !(reg & CONST_REG) || place->at[reg & ~CONST_REG] != NO_REG) return;
  place->at[reg & ~CONST_REG] = b->n_used++;
}

static void place_consts(Build *b, U32Vec *place) {
  vec_clear(place);
  for (u32 i = 0; i < b->consts.n; i++) vec_push(place, NO_REG);
  b->n_used = 0;
  for (u32 i = 0; i < b->code.n; i++)
    for (u32 k = 0; k < 3; k++)
      if (operand_infos[op_infos[b->code.at[i].op].operand[k]].access != ACCESS_NOT)
        mark_const(b, place, ins_operand(&b->code.at[i], k));
  for (u32 i = 0; i < b->args.n; i++) mark_const(b, place, b->args.at[i]);
  for (u32 i = 0; i < b->switches.n; i++) mark_const(b, place, b->switches.at[i].reg);
}

static u32 frame_reg(const Build *b, u32 reg) {
  if (reg == NO_REG) return NO_REG;
  /* An empty row of registers, as of a return without a value, begins at 0. */
  assert(!reg ||
         (reg & CONST_REG ? b->const_places.at[reg & ~CONST_REG] < b->n_used : reg < b->widths.n));
  if (reg & CONST_REG) return b->n_params + b->const_places.at[reg & ~CONST_REG];
  return reg < b->n_params ? reg : reg + b->n_used;
}

static u32 label_pc(const Build *b, u32 label) {
  assert(label < b->labels.n);
  CHECK(b->labels.at[label] != NO_LABEL, "a label of '%s' has no place", b->m->fns.at[b->fn].name);
  return b->labels.at[label];
}

static void fix_operand(const Build *b, Operand kind, u32 *x) {
  if (kind == OPERAND_PC)
    *x = label_pc(b, *x);
  else if (operand_infos[kind].access != ACCESS_NOT)
    *x = frame_reg(b, *x);
}

static void fix_code(Build *b) {
  for (u32 i = 0; i < b->code.n; i++) {
    Ins *ins = &b->code.at[i];
    const OpInfo *info = &op_infos[ins->op];
    fix_operand(b, info->operand[0], &ins->a);
    fix_operand(b, info->operand[1], &ins->b);
    fix_operand(b, info->operand[2], &ins->c);
  }
  for (u32 i = 0; i < b->args.n; i++) b->args.at[i] = frame_reg(b, b->args.at[i]);
  for (u32 i = 0; i < b->calls.n; i++) b->calls.at[i].block = frame_reg(b, b->calls.at[i].block);
  for (u32 i = 0; i < b->cases.n; i++) b->cases.at[i].pc = label_pc(b, b->cases.at[i].pc);
  for (u32 i = 0; i < b->switches.n; i++) {
    b->switches.at[i].reg = frame_reg(b, b->switches.at[i].reg);
    b->switches.at[i].other = label_pc(b, b->switches.at[i].other);
  }
}

static int by_pc(const void *x, const void *y) {
  u32 p = ((const Site *)x)->pc, q = ((const Site *)y)->pc;
  return p < q ? -1 : p > q;
}

/* Widths and constants in the order of the frame. */
static void finish_frame(const Build *b, Fn *f) {
  u8 *widths = mem_new(b->widths.n + b->n_used + 1);
  u64 *consts = mem_new((b->n_used + 1) * sizeof *consts);
  for (u32 r = 0; r < b->widths.n; r++) widths[frame_reg(b, r)] = b->widths.at[r];
  for (u32 k = 0; k < b->consts.n; k++) {
    if (b->const_places.at[k] == NO_REG) continue;
    widths[frame_reg(b, CONST_REG | k)] = b->const_widths.at[k];
    consts[b->const_places.at[k]] = b->consts.at[k];
  }
  f->n_params = b->n_params;
  f->n_consts = b->n_used;
  f->n_regs = b->widths.n + b->n_used;
  f->widths = widths;
  f->consts = consts;
}

#define COPY(v) ((v).n ? mem_dup((v).at, (v).n * sizeof *(v).at) : NULL)

void build_finish(Build *b) {
  assert(b->n_params <= b->widths.n && b->code.n);
  Fn *f = &b->m->fns.at[b->fn];
  place_consts(b, &b->const_places);
  fix_code(b);
  if (b->sites.n) qsort(b->sites.at, b->sites.n, sizeof *b->sites.at, by_pc);
  assert(!b->sites.n || vec_last(&b->sites).pc < b->code.n);
  f->first_site = b->m->sites.n;
  f->n_sites = b->sites.n;
  vec_append(&b->m->sites, b->sites.at, b->sites.n);
  finish_frame(b, f);
  f->is_defined = true;
  f->code = COPY(b->code);
  f->n_code = b->code.n;
  f->positions = COPY(b->positions);
  f->calls = COPY(b->calls);
  f->n_calls = b->calls.n;
  f->args = COPY(b->args);
  f->n_args = b->args.n;
  f->switches = COPY(b->switches);
  f->n_switches = b->switches.n;
  f->cases = COPY(b->cases);
  f->n_cases = b->cases.n;
  f->n_llvm = b->n_llvm;
}
