/* verify.c — checks a module before anything runs it, so that the machine need not.
 *
 * Single instructions: every index is inside its table, every register has the width its operand
 * asks for, no constant is written.  Tables: cases ascend, arguments and results fit the callee.
 * Flow: no way leads past the end of the code, and every register is written on every way to where
 * it is read.
 */
#include "code/verify.h"

#include "code/cfg.h"
#include "code/registers.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct Check {
  const Module *m;
  const Fn *f;
  u32 pc;
  const Ins *i;
} Check;

static Err wrong(const Check *c, const char *fmt, ...) printf_like(2, 3) must_use;

static Err wrong(const Check *c, const char *fmt, ...) {
  char text[128];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  const char *op = c->i && c->i->op < OP_COUNT ? op_infos[c->i->op].name : "";
  return err_set(ERR_INPUT, "the code of '%s' is wrong at %u %s: %s", c->f->name, c->pc, op, text);
}

/* ---- registers ----------------------------------------------------------------------------------- */

static Err check_reg(const Check *c, u32 reg, u32 width, Access access) {
  const Fn *f = c->f;
  if (reg >= f->n_regs) return wrong(c, "register %u of %u", reg, f->n_regs);
  if (access != ACCESS_READ && reg >= f->n_params && reg < f->n_params + f->n_consts)
    return wrong(c, "writes the constant in register %u", reg);
  if (width && f->widths[reg] != width)
    return wrong(c, "register %u has %u bits, not %u", reg, f->widths[reg], width);
  return OK;
}

static Err check_words(const Check *c, u32 first, u32 width, Access access) {
  for (u32 k = 0; k < words_of(width); k++)
    TRY(check_reg(c, first + k, MIN(width - 64 * k, 64), access));
  return OK;
}

static u32 op_width(const Ins *i) {
  u32 width = op_infos[i->op].width;
  return width == WIDTH_N ? i->n : width;
}

static Err check_operand(const Check *c, Operand kind, u32 x) {
  assert(kind < OPERAND_KINDS);
  const OperandInfo *info = &operand_infos[kind];
  u32 width = info->width == OF_OP ? op_width(c->i) : info->width == OF_C ? c->i->c : info->width;
  switch ((Registers)info->registers) {
  case REGS_ONE:
    if (width > 64) return wrong(c, "an operand of %u bits", width);
    return check_reg(c, x, width, info->access);
  case REGS_PAIR:
  case REGS_WORDS:
    return check_words(c, x, width, info->access);
  case REGS_CALLED:
  case REGS_COUNTED:
    return OK; /* with the call or return as a whole */
  }
  return OK;
}

/* ---- operands that are no registers -------------------------------------------------------------- */

static Err check_index(const Check *c, const char *what, u32 x, u32 n) {
  return x < n ? OK : wrong(c, "%s %u of %u", what, x, n);
}

static Err check_cast(const Check *c) {
  u32 from = c->i->n, to = c->i->c;
  bool narrows = c->i->op >= OP_TRUNC && c->i->op <= OP_TRUNC32;
  if (to < 1 || to > 64 || (narrows ? to >= from : to <= from))
    return wrong(c, "a cast from %u to %u bits", from, to);
  return OK;
}

static Err check_number(const Check *c, Operand kind, u32 x) {
  switch ((u32)kind) {
  case OPERAND_NONE:
    return x ? wrong(c, "an unused operand is %u", x) : OK;
  case OPERAND_PC:
    return check_index(c, "instruction", x, c->f->n_code);
  case OPERAND_BUILTIN:
    return check_index(c, "builtin", x, BUILTIN_COUNT);
  case OPERAND_CALL:
    return check_index(c, "call", x, c->f->n_calls);
  case OPERAND_SWITCH:
    return check_index(c, "switch", x, c->f->n_switches);
  case OPERAND_TEXT:
    return check_index(c, "text", x, c->m->texts.n);
  case OPERAND_TO:
    return check_cast(c);
  case OPERAND_FN:
    TRY(check_index(c, "function", x, c->m->fns.n));
    return c->m->fns.at[x].is_defined ? OK : wrong(c, "function %u has no code", x);
  case OPERAND_IMM64:
    if (op_width(c->i) < 64 && ins_imm64(c->i) >> op_width(c->i))
      return wrong(c, "a number of more than %u bits", op_width(c->i));
    return OK;
  default:
    return OK;
  }
}

static Err check_n(const Check *c) {
  switch ((NKind)op_infos[c->i->op].n) {
  case N_ZERO:
    return c->i->n ? wrong(c, "n is %u", c->i->n) : OK;
  case N_WIDTH:
    return c->i->n ? OK : wrong(c, "a width of 0");
  case N_FCMP:
    return c->i->n < 16 ? OK : wrong(c, "comparison %u", c->i->n);
  case N_COST:
  case N_SCALE:
    return OK;
  }
  return OK;
}

/* ---- calls, returns, switches -------------------------------------------------------------------- */

static Err check_args(const Check *c, const Call *call, const Fn *callee) {
  u32 n = callee->is_variadic ? call->n_fixed : call->n_args;
  u32 n_own = callee->n_params - callee->is_variadic;
  if (n != n_own) return wrong(c, "%u arguments for %u parameters", n, n_own);
  for (u32 k = 0; k < n; k++)
    TRY(check_reg(c, c->f->args[call->first_arg + k], callee->widths[k], ACCESS_READ));
  if (call->n_results != callee->n_results)
    return wrong(c, "%u results of %u", call->n_results, callee->n_results);
  for (u32 k = 0; k < call->n_results; k++)
    TRY(check_reg(c, c->i->a + k, callee->result_widths[k], ACCESS_WRITE));
  return OK;
}

static Err check_call(const Check *c) {
  const Call *call = &c->f->calls[c->i->c];
  if ((u64)call->first_arg + call->n_args > c->f->n_args || call->n_fixed > call->n_args)
    return wrong(c, "arguments outside of their table");
  for (u32 k = 0; k < call->n_args; k++)
    TRY(check_reg(c, c->f->args[call->first_arg + k], 0, ACCESS_READ));
  if (call->block != NO_REG) TRY(check_reg(c, call->block, 64, ACCESS_READ));
  TRY(check_index(c, "shape", call->shape, c->m->shapes.n));
  for (u32 k = 0; k < call->n_results; k++) TRY(check_reg(c, c->i->a + k, 0, ACCESS_WRITE));
  return c->i->op == OP_CALL ? check_args(c, call, &c->m->fns.at[c->i->b]) : OK;
}

static Err check_ret(const Check *c) {
  if (c->i->b != c->f->n_results) return wrong(c, "%u results of %u", c->i->b, c->f->n_results);
  for (u32 k = 0; k < c->f->n_results; k++)
    TRY(check_reg(c, c->i->a + k, c->f->result_widths[k], ACCESS_READ));
  return OK;
}

static Err check_switch(const Check *c) {
  const Fn *f = c->f;
  const Switch *s = &f->switches[c->i->b];
  TRY(check_reg(c, s->reg, s->width, ACCESS_READ));
  TRY(check_index(c, "instruction", s->other, f->n_code));
  if ((u64)s->first_case + s->n_cases > f->n_cases) return wrong(c, "cases outside of their table");
  for (u32 k = 0; k < s->n_cases; k++) {
    const Case *at = &f->cases[s->first_case + k];
    TRY(check_index(c, "instruction", at->pc, f->n_code));
    if (k && at[-1].value >= at->value) return wrong(c, "cases do not ascend");
    if (s->width < 64 && at->value >> s->width) return wrong(c, "a case outside of the width");
  }
  return OK;
}

static Err check_ins(const Check *c) {
  if (c->i->op >= OP_COUNT) return wrong(c, "op %u", c->i->op);
  TRY(check_n(c));
  for (u32 k = 0; k < 3; k++) {
    Operand kind = op_infos[c->i->op].operand[k];
    u32 x = ins_operand(c->i, k);
    TRY(operand_infos[kind].access == ACCESS_NOT ? check_number(c, kind, x)
                                                 : check_operand(c, kind, x));
  }
  if (c->i->op == OP_CALL || c->i->op == OP_CALL_AT || c->i->op == OP_BUILTIN) return check_call(c);
  if (c->i->op == OP_RET) return check_ret(c);
  if (c->i->op == OP_SWITCH) return check_switch(c);
  if (c->f->positions[c->pc] >= c->m->positions.n) return wrong(c, "a position out of range");
  return OK;
}

/* ---- flow ---------------------------------------------------------------------------------------- */

/* Written registers as a set of bits; `bad` is the first register that is read and not in it. */
typedef struct Written {
  u64 *bits;
  u32 bad;
} Written;

static void see_written(void *ctx, u32 reg, bool is_write) {
  Written *w = ctx;
  u64 bit = 1ull << reg % 64;
  if (is_write)
    w->bits[reg / 64] |= bit;
  else if (!(w->bits[reg / 64] & bit) && w->bad == NO_REG)
    w->bad = reg;
}

/* Meets the set of a block with what arrives; true when that changed it. */
static bool meet(u64 *at, const u64 *arriving, u32 n_words) {
  bool changed = false;
  for (u32 k = 0; k < n_words; k++) {
    u64 both = at[k] & arriving[k];
    changed |= both != at[k];
    at[k] = both;
  }
  return changed;
}

/* One set per block: too much to ask of a huge function, whose code is like that of small ones. */
enum { MAX_SET_WORDS = 1 << 24 };

static Err check_written(Check *c, const Cfg *g) {
  const Fn *f = c->f;
  u32 n_words = f->n_regs / 64 + 1;
  if ((u64)n_words * g->blocks.n > MAX_SET_WORDS) return OK;
  cleanup(freep) u64 *in = mem_new((size_t)n_words * g->blocks.n * sizeof *in);
  cleanup(freep) u64 *now = mem_new(n_words * sizeof *now);
  cleanup(freep) u8 *reached = mem_new(g->blocks.n);
  memset(in, 0xff, (size_t)n_words * g->blocks.n * sizeof *in);
  memset(in, 0, n_words * sizeof *in);
  for (u32 r = 0; r < f->n_params + f->n_consts; r++) in[r / 64] |= 1ull << r % 64;
  U32Vec todo = {0};
  vec_push(&todo, 0);
  reached[0] = 1;
  Err e = OK;
  while (todo.n && e == OK) {
    u32 at = vec_pop(&todo);
    const Block *b = &g->blocks.at[at];
    memcpy(now, in + (size_t)at * n_words, n_words * sizeof *now);
    Written w = {now, NO_REG};
    for (c->pc = b->start; c->pc < b->end && e == OK; c->pc++) {
      c->i = &f->code[c->pc];
      ins_registers(f, c->i, see_written, &w);
      if (w.bad != NO_REG) e = wrong(c, "register %u is read and not written on every way", w.bad);
    }
    for (u32 k = 0; k < b->n_nexts; k++) {
      u32 to = g->nexts.at[b->first_next + k];
      bool changed = meet(in + (size_t)to * n_words, now, n_words);
      if (changed || !reached[to]) vec_push(&todo, to);
      reached[to] = 1;
    }
  }
  vec_free(&todo);
  return e;
}

/* ---- functions ----------------------------------------------------------------------------------- */

static Err check_frame(Check *c) {
  const Fn *f = c->f;
  if (!f->n_code) return wrong(c, "no code");
  if (f->n_params + f->n_consts > f->n_regs) return wrong(c, "more constants than registers");
  for (u32 r = 0; r < f->n_regs; r++)
    if (f->widths[r] < 1 || f->widths[r] > 64)
      return wrong(c, "register %u has %u bits", r, f->widths[r]);
  for (u32 k = 0; k < f->n_consts; k++) {
    u32 width = f->widths[f->n_params + k];
    if (width < 64 && f->consts[k] >> width) return wrong(c, "constant %u is too wide", k);
  }
  return OK;
}

static Err check_sites(Check *c) {
  const Fn *f = c->f;
  if ((u64)f->first_site + f->n_sites > c->m->sites.n) return wrong(c, "sites out of range");
  for (u32 k = 0; k < f->n_sites; k++) {
    const Site *s = &c->m->sites.at[f->first_site + k];
    if (s->pc >= f->n_code || &c->m->fns.at[s->fn] != f) return wrong(c, "a site elsewhere");
    if (k && s[-1].pc >= s->pc) return wrong(c, "sites do not ascend");
    Op op = f->code[s->pc].op;
    if (op == OP_JMP || !(op_is_jump(op) || op == OP_SWITCH))
      return wrong(c, "a site at %u, which decides nothing", s->pc);
  }
  return OK;
}

static Err check_fn(const Module *m, const Fn *f) {
  Check c = {m, f, 0, NULL};
  TRY(check_frame(&c));
  for (c.pc = 0; c.pc < f->n_code; c.pc++) {
    c.i = &f->code[c.pc];
    TRY(check_ins(&c));
  }
  c.pc = f->n_code - 1;
  if (!op_ends_block(f->code[c.pc].op)) return wrong(&c, "the code runs past its end");
  TRY(check_sites(&c));
  cleanup(cfg_done) Cfg g = {0};
  cfg_make(f, &g);
  return check_written(&c, &g);
}

Err module_verify(const Module *m) {
  for (u32 k = 1; k < m->fns.n; k++)
    if (m->fns.at[k].is_defined) TRY(check_fn(m, &m->fns.at[k]));
  for (u32 k = 1; k < m->globals.n; k++)
    if (m->globals.at[k - 1].address + m->globals.at[k - 1].n_bytes + GLOBAL_ALIGN >
        m->globals.at[k].address)
      return err_set(ERR_INPUT, "the globals '%s' and '%s' touch", m->globals.at[k - 1].name,
                     m->globals.at[k].name);
  return OK;
}
