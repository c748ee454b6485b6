/* print.c — the disassembler.
 *
 *     sum(r0:64, r1:32) -> 32                              add.c:3
 *                   | 5    for (int i = 0; i < n; i++)
 *       L1:
 *            3  jsge32   r4, r1 -> L3                      cost 3, site 0
 *                   | 6      s += a[i];
 *            4  load32   r6 = [r0 + r4 * 4]
 *
 * Constants are shown by value, addresses of globals and functions by name.  A site marked with !
 * is jumped from when the condition in the source is false.
 */
#include "code/print.h"

#include <stdlib.h>

typedef struct Print {
  const Module *m;
  const Fn *f;
  u32 fn;
  const Source *source;
  u8 *is_target; /* of each instruction */
  Text *t;
} Print;

/* Fills with spaces up to a column of the line that started at `from`. */
static void pad(Text *t, size_t from, size_t column) {
  do text_add_char(t, ' ');
  while (t->n - from < column);
}

/* ---- operands ------------------------------------------------------------------------------------ */

static void add_number(const Print *p, u64 x, u32 width) {
  const Global *g = width == 64 ? module_global_at(p->m, x) : NULL;
  u32 fn = width == 64 ? module_fn_at(p->m, x) : 0;
  if (fn) {
    text_addf(p->t, "@%s", p->m->fns.at[fn].name);
  } else if (g) {
    text_addf(p->t, "@%s", g->name);
    if (x != g->address) text_addf(p->t, "+%llu", (unsigned long long)(x - g->address));
  } else if (x < 1 << 20) {
    text_addf(p->t, "%llu", (unsigned long long)x);
  } else {
    text_addf(p->t, "0x%llx", (unsigned long long)x);
  }
}

static void add_reg(const Print *p, u32 reg) {
  const Fn *f = p->f;
  if (reg >= f->n_params && reg < f->n_params + f->n_consts)
    add_number(p, f->consts[reg - f->n_params], f->widths[reg]);
  else
    text_addf(p->t, "r%u", reg);
}

static void add_regs(const Print *p, u32 first, u32 n) {
  if (n == 0) return;
  add_reg(p, first);
  if (n > 1) text_addf(p->t, "..%u", first + n - 1);
}

static void add_operand(const Print *p, const Ins *i, u32 k) {
  Operand kind = op_infos[i->op].operand[k];
  u32 x = ins_operand(i, k);
  const OperandInfo *info = &operand_infos[kind];
  if (info->access != ACCESS_NOT) {
    u32 n = info->registers == REGS_PAIR ? 2 : info->registers == REGS_WORDS ? words_of(i->n) : 1;
    add_regs(p, x, n);
  } else if (kind == OPERAND_IMM) {
    text_addf(p->t, "%d", (int)x);
  } else if (kind == OPERAND_IMM64) {
    add_number(p, ins_imm64(i), i->op == OP_MOVI ? i->n : 0);
  } else if (kind == OPERAND_PC) {
    text_addf(p->t, "-> L%u", x);
  }
}

/* Everything but a destination, separated by commas. */
static void add_sources(const Print *p, const Ins *i, u32 first) {
  bool any = false;
  for (u32 k = first; k < 3; k++) {
    Operand kind = op_infos[i->op].operand[k];
    if (kind == OPERAND_NONE || kind == OPERAND_HIGH || kind == OPERAND_TO) continue;
    if (any) text_add(p->t, kind == OPERAND_PC ? " " : ", ");
    add_operand(p, i, k);
    any = true;
  }
}

/* ---- instructions of special form ---------------------------------------------------------------- */

static void add_address(const Print *p, const Ins *i) {
  text_add_char(p->t, '[');
  add_reg(p, i->b);
  Operand kind = op_infos[i->op].operand[2];
  if (kind == OPERAND_IMM) {
    int offset = (int)i->c;
    if (offset) text_addf(p->t, " %c %lld", offset < 0 ? '-' : '+', llabs((long long)offset));
  } else {
    text_add(p->t, " + ");
    add_reg(p, i->c);
    if (kind == OPERAND_IN32) text_add(p->t, ":32");
    if (i->n != 1) text_addf(p->t, " * %u", i->n);
  }
  text_add_char(p->t, ']');
}

static void add_call(const Print *p, const Ins *i) {
  const Call *c = &p->f->calls[i->c];
  if (c->n_results) {
    add_regs(p, i->a, c->n_results);
    text_add(p->t, " = ");
  }
  if (i->op == OP_CALL)
    text_add(p->t, p->m->fns.at[i->b].name);
  else if (i->op == OP_BUILTIN)
    text_add(p->t, builtin_infos[i->b].name);
  else
    add_reg(p, i->b);
  text_add_char(p->t, '(');
  for (u32 k = 0; k < c->n_args; k++) {
    if (k) text_add(p->t, k == c->n_fixed ? "; " : ", ");
    add_reg(p, p->f->args[c->first_arg + k]);
  }
  text_add_char(p->t, ')');
}

static void add_switch(const Print *p, const Ins *i) {
  const Switch *s = &p->f->switches[i->b];
  add_reg(p, s->reg);
  for (u32 k = 0; k < s->n_cases; k++) {
    const Case *c = &p->f->cases[s->first_case + k];
    text_addf(p->t, k ? ", %lld -> L%u" : " %lld -> L%u", (long long)c->value, c->pc);
  }
  text_addf(p->t, ", else -> L%u", s->other);
}

static bool is_load(Op op) {
  return (op >= OP_LOAD8 && op <= OP_LOAD64) || (op >= OP_LOADX8 && op <= OP_LOADX64) ||
         (op >= OP_LOADY8 && op <= OP_LOADY64);
}

static bool is_store(Op op) {
  return (op >= OP_STORE8 && op <= OP_STORE64) || (op >= OP_STOREX8 && op <= OP_STOREX64) ||
         (op >= OP_STOREY8 && op <= OP_STOREY64);
}

static void add_operands(const Print *p, const Ins *i) {
  const OpInfo *info = &op_infos[i->op];
  if (i->op == OP_CALL || i->op == OP_CALL_AT || i->op == OP_BUILTIN) {
    add_call(p, i);
  } else if (i->op == OP_SWITCH) {
    add_switch(p, i);
  } else if (i->op == OP_RET) {
    add_regs(p, i->a, i->b);
  } else if (i->op == OP_UNSUPPORTED) {
    text_add(p->t, p->m->texts.at[i->a]);
  } else if (is_store(i->op)) {
    add_address(p, i);
    text_add(p->t, " = ");
    add_reg(p, i->a);
  } else if (is_load(i->op) || i->op == OP_LEA || i->op == OP_LEA32) {
    add_reg(p, i->a);
    text_add(p->t, " = ");
    add_address(p, i);
  } else if (operand_infos[info->operand[0]].access >= ACCESS_WRITE) {
    add_operand(p, i, 0);
    text_add(p->t, " = ");
    add_sources(p, i, 1);
  } else {
    add_sources(p, i, 0);
  }
}

/* ---- lines --------------------------------------------------------------------------------------- */

enum { OPERANDS_AT = 22, NOTES_AT = 60 };

static void add_notes(const Print *p, u32 pc, size_t line) {
  const Ins *i = &p->f->code[pc];
  const Site *s = module_site(p->m, p->fn, pc);
  if (!op_is_control(i->op) || (!i->n && !s)) return;
  pad(p->t, line, NOTES_AT);
  if (i->n) text_addf(p->t, "cost %u", i->n);
  if (s)
    text_addf(p->t, "%s%s %u%s", i->n ? ", " : "", s->kind == SITE_CHECK ? "check" : "site",
              (u32)(s - p->m->sites.at), s->inverted ? "!" : "");
}

static void add_ins(const Print *p, u32 pc) {
  size_t line = p->t->n;
  text_addf(p->t, "  %6u  ", pc);
  /* The width is part of the name where the op does not have one of its own. */
  const OpInfo *info = &op_infos[p->f->code[pc].op];
  text_add(p->t, info->name);
  if (info->operand[2] == OPERAND_TO &&
      (p->f->code[pc].op == OP_ZEXT || p->f->code[pc].op == OP_SEXT))
    text_addf(p->t, "%u_%u", p->f->code[pc].n, p->f->code[pc].c);
  else if (p->f->code[pc].op == OP_TRUNC)
    text_addf(p->t, "%u", p->f->code[pc].c);
  else if (info->width == WIDTH_N && info->operand[2] != OPERAND_TO)
    text_addf(p->t, ".%u", p->f->code[pc].n);
  else if (info->n == N_FCMP)
    text_addf(p->t, ".%u", p->f->code[pc].n);
  pad(p->t, line, OPERANDS_AT);
  add_operands(p, &p->f->code[pc]);
  while (p->t->at[p->t->n - 1] == ' ') p->t->at[--p->t->n] = 0;
  add_notes(p, pc, line);
  text_add_char(p->t, '\n');
}

/* The source line of an instruction, when it is another than that of the one before. */
static void add_position(const Print *p, u32 pc) {
  static const Pos none;
  const Pos *at = module_position(p->m, p->fn, pc);
  const Pos *before = pc ? module_position(p->m, p->fn, pc - 1) : &none;
  const char *file = p->m->texts.at[at->file];
  if (!at->line || (pc && at->line == before->line && at->file == before->file)) return;
  size_t n = 0;
  const char *text =
      p->source && p->source->line ? p->source->line(p->source->ctx, file, at->line, &n) : NULL;
  bool same_file = at->file == p->m->positions.at[p->f->position].file;
  text_addf(p->t, "        | %s%s%u", same_file ? "" : file, same_file ? "" : ":", at->line);
  if (text) text_addf(p->t, "  %.*s", (int)n, text);
  text_add_char(p->t, '\n');
}

static void add_header(const Print *p) {
  size_t line = p->t->n;
  const Fn *f = p->f;
  text_addf(p->t, "%s(", f->name);
  for (u32 k = 0; k < f->n_params; k++) {
    bool is_block = f->is_variadic && k + 1 == f->n_params;
    text_addf(p->t, "%sr%u:%u%s", k ? ", " : "", k, f->widths[k], is_block ? " ..." : "");
  }
  text_add(p->t, f->n_results ? ") -> " : ")");
  for (u32 k = 0; k < f->n_results; k++)
    text_addf(p->t, "%s%u", k ? ", " : "", f->result_widths[k]);
  const Pos *at = &p->m->positions.at[f->position];
  if (at->line) {
    pad(p->t, line, NOTES_AT);
    text_addf(p->t, "%s:%u", p->m->texts.at[at->file], at->line);
  }
  text_addf(p->t, "\n");
}

/* ---- public -------------------------------------------------------------------------------------- */

void fn_print(const Module *m, u32 fn, const Source *source, Text *t) {
  assert(fn < m->fns.n && m->fns.at[fn].is_defined);
  const Fn *f = &m->fns.at[fn];
  cleanup(freep) u8 *is_target = mem_new(f->n_code + 1);
  Print p = {m, f, fn, source, is_target, t};
  add_header(&p);
  for (u32 pc = 0; pc < f->n_code; pc++)
    if (op_is_jump(f->code[pc].op)) is_target[f->code[pc].c] = 1;
  for (u32 k = 0; k < f->n_cases; k++) is_target[f->cases[k].pc] = 1;
  for (u32 k = 0; k < f->n_switches; k++) is_target[f->switches[k].other] = 1;
  for (u32 pc = 0; pc < f->n_code; pc++) {
    if (is_target[pc]) text_addf(t, "   L%u:\n", pc);
    add_position(&p, pc);
    add_ins(&p, pc);
  }
}

void globals_print(const Module *m, Text *t) {
  for (u32 k = 0; k < m->globals.n; k++) {
    const Global *g = &m->globals.at[k];
    size_t line = t->n;
    text_addf(t, "@%s", g->name);
    pad(t, line, OPERANDS_AT);
    text_addf(t, "0x%llx  %llu bytes%s%s\n", (unsigned long long)g->address,
              (unsigned long long)g->n_bytes, g->is_constant ? ", constant" : "",
              g->is_extern ? ", extern"
              : g->bytes   ? ""
                           : ", zero");
  }
  for (u32 k = 0; k < m->ctors.n; k++)
    text_addf(t, "before main: %s\n", m->fns.at[m->ctors.at[k].fn].name);
  for (u32 k = 0; k < m->dtors.n; k++)
    text_addf(t, "after main: %s\n", m->fns.at[m->dtors.at[k].fn].name);
}

void module_print(const Module *m, const Source *source, Text *t) {
  globals_print(m, t);
  bool first = t->n == 0;
  for (u32 k = 1; k < m->fns.n; k++) {
    if (!m->fns.at[k].is_defined) continue;
    if (!first) text_add_char(t, '\n');
    first = false;
    fn_print(m, k, source, t);
  }
}
