/* print.c — SMT-LIB 2 text of terms; see print.h.
 *
 * Terms know one kind of truth value, width 1; SMT-LIB knows two, Bool and
 * (_ BitVec 1).  Each term of width 1 has a native form: connectives and
 * comparisons are Bool, slices and arithmetic are bits.  Where the other form is
 * needed, it is wrapped: (ite b #b1 #b0) and (= t #b1).
 *
 * A term that is used twice, or that would be nested deeper than MAX_DEPTH,
 * gets a label, so that the text is as long as the term is large and no reader
 * needs a deep stack.
 */
#include "expr/print.h"

#include "expr/print_impl.h"
#include "expr/smt_impl.h"
#include "expr/value.h"

#include <string.h>

#define MAX_DEPTH SIZED(40, 3)

/* In which form a term is wanted. */
typedef enum TermForm { FORM_BOOL, FORM_BITS, FORM_ARRAY } TermForm;

typedef struct PrintVisit {
  Expr e;
  u32 n_uses;
  u32 depth; /* of the text below it */
  u32 label; /* 0: none */
} PrintVisit;

/* Something still to print: a term, or text when e is none. */
typedef struct ToPrint {
  Expr e;
  TermForm form;
  const char *text; /* borrowed */
} ToPrint;

typedef struct Step {
  Expr e;
  u32 next_kid;
} Step;

typedef struct Printer {
  Text *out; /* borrowed */
  PrintNames names;
  VEC(PrintVisit) visits; /* kids before parents */
  Map visit_of;           /* expr id → index in visits */
  VEC(Step) steps;
  VEC(ToPrint) pending;
} Printer;

static const char *const smt_names[EXPR_KIND_COUNT] = {
#define KIND(id, arity, smt, commutes, result) [EXPR_##id] = smt,
#include "expr/kinds.def"
#undef KIND
};

/* ---- forms -------------------------------------------------------------------- */

static bool is_connective(ExprKind kind) {
  return kind == EXPR_NOT || kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR ||
         kind == EXPR_ITE;
}

static bool is_comparison(ExprKind kind) {
  return kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT || kind == EXPR_ARRAY_EQ;
}

static TermForm native_form(Expr e) {
  ExprKind kind = expr_kind(e);
  if (expr_is_array(e)) return FORM_ARRAY;
  if (expr_width(e) != 1) return FORM_BITS;
  bool is_bool = is_connective(kind) || is_comparison(kind) || kind == EXPR_CONST ||
                 (kind == EXPR_VAR && input_info(expr_input(e))->shape == INPUT_BOOL);
  return is_bool ? FORM_BOOL : FORM_BITS;
}

static Sort native_sort(Expr e) {
  Sort bits = {.kind = SORT_BITS, .width = expr_width(e)};
  Sort index = {.kind = SORT_BITS, .width = expr_index_width(e)};
  switch (native_form(e)) {
  case FORM_BOOL:
    return (Sort){.kind = SORT_BOOL, .width = 1};
  case FORM_BITS:
    return bits;
  case FORM_ARRAY:
    break;
  }
  return sort_array(index, bits);
}

/* The form in which e wants its kid i. */
static TermForm kid_form(Expr e, u32 i) {
  Expr kid = expr_kid(e, i);
  ExprKind kind = expr_kind(e);
  if (expr_is_array(kid)) return FORM_ARRAY;
  if (kind == EXPR_ITE && i == 0) return FORM_BOOL;
  if (is_connective(kind) && expr_width(e) == 1) return FORM_BOOL;
  if (kind != EXPR_EQ || expr_width(kid) != 1) return FORM_BITS;
  bool has_bool = false; /* an equality takes either, but the same on both sides */
  for (u32 k = 0; k < 2; k++)
    has_bool |= native_form(expr_kid(e, k)) == FORM_BOOL && !expr_is_const(expr_kid(e, k));
  return has_bool ? FORM_BOOL : FORM_BITS;
}

/* ---- what gets a label ----------------------------------------------------------- */

static PrintVisit *visit_of(const Printer *p, Expr e) {
  u64 *at = map_find(&p->visit_of, e.id);
  return at ? &p->visits.at[*at] : NULL;
}

static void finish_visit(Printer *p, Expr e) {
  map_put(&p->visit_of, e.id, p->visits.n);
  vec_push(&p->visits, ((PrintVisit){.e = e, .n_uses = 1}));
  if (expr_arity(e) == 0 || expr_is_array(e)) names_use(&p->names, e);
}

/* Lists e and all below it, kids first, and counts uses. */
static void visit(Printer *p, Expr root) {
  PrintVisit *seen = visit_of(p, root);
  if (seen) {
    seen->n_uses++;
    return;
  }
  vec_push(&p->steps, (Step){root});
  while (p->steps.n) {
    Step *s = &vec_last(&p->steps);
    if (s->next_kid == expr_arity(s->e)) {
      finish_visit(p, s->e);
      p->steps.n--;
      continue;
    }
    Expr kid = expr_kid(s->e, s->next_kid++);
    seen = visit_of(p, kid);
    if (seen)
      seen->n_uses++;
    else
      vec_push(&p->steps, (Step){kid});
  }
}

/* Is the text of this leaf longer than a name? */
static bool is_long_leaf(Expr e) {
  ExprKind kind = expr_kind(e);
  if (kind == EXPR_ARRAY_TABLE) return true;
  if (kind != EXPR_VAR && kind != EXPR_ARRAY_INPUT) return false;
  const InputInfo *info = input_info(expr_input(e));
  if (info->shape == INPUT_BYTES) return kind == EXPR_ARRAY_INPUT || expr_width(e) != 8;
  return kind == EXPR_VAR && expr_width(e) != info->n_bits;
}

static void give_labels(Printer *p) {
  u32 n = 0;
  for (u32 i = 0; i < p->visits.n; i++) {
    PrintVisit *v = &p->visits.at[i];
    for (u32 k = 0; k < expr_arity(v->e); k++) {
      const PrintVisit *kid = visit_of(p, expr_kid(v->e, k));
      if (!kid->label) v->depth = MAX(v->depth, kid->depth + 1);
    }
    bool can = expr_arity(v->e) || is_long_leaf(v->e);
    if (can && (v->n_uses > 1 || v->depth >= MAX_DEPTH)) v->label = ++n;
  }
}

static void printer_start(Printer *p, const Expr *terms, u32 n) {
  for (u32 i = 0; i < n; i++) visit(p, terms[i]);
  names_settle(&p->names);
}

static void printer_done(Printer *p) {
  names_done(&p->names);
  vec_free(&p->visits);
  map_done(&p->visit_of);
  vec_free(&p->steps);
  vec_free(&p->pending);
}

/* ---- leaves ------------------------------------------------------------------------ */

static void add_literal(Text *out, u32 width, u64 value) { literal_print(out, width, &value); }

static void print_bytes(Printer *p, Input in, u32 low, u32 width) {
  u32 first = low / 8, last = (low + width - 1) / 8;
  bool is_cut = low % 8 || width % 8;
  if (is_cut) text_addf(p->out, "((_ extract %u %u) ", low % 8 + width - 1, low % 8);
  if (first != last) text_add(p->out, "(concat");
  for (u32 byte = last + 1; byte-- > first;) {
    if (first != last) text_add_char(p->out, ' ');
    symbol_print(p->out, name_of_byte(&p->names, in, byte));
  }
  if (first != last) text_add_char(p->out, ')');
  if (is_cut) text_add_char(p->out, ')');
}

static void print_var(Printer *p, Expr e) {
  Input in = expr_input(e);
  const InputInfo *info = input_info(in);
  u32 low = expr_var_low(e), width = expr_width(e);
  if (info->shape == INPUT_BYTES) {
    print_bytes(p, in, low, width);
    return;
  }
  bool is_whole = width == info->n_bits;
  if (!is_whole) text_addf(p->out, "((_ extract %u %u) ", low + width - 1, low);
  symbol_print(p->out, name_of_input(&p->names, in));
  if (!is_whole) text_add_char(p->out, ')');
}

static void print_sort(Printer *p, Expr e) { sort_print(p->out, native_sort(e)); }

/* n stores into zeros: opens them; the caller adds index, element and ')' for each. */
static void open_stores(Printer *p, Expr array, u32 n) {
  for (u32 i = 0; i < n; i++) text_add(p->out, "(store ");
  text_add(p->out, "((as const ");
  print_sort(p, array);
  text_add(p->out, ") ");
  add_literal(p->out, expr_width(array), 0);
  text_add_char(p->out, ')');
}

/* The highest element is stored twice: see smt_table.c. */
static void print_table(Printer *p, Expr table) {
  u32 n;
  const u64 *words = expr_table(table, &n);
  open_stores(p, table, n ? n + 1 : 0);
  for (u32 i = 0; n && i <= n; i++) {
    u32 index = i ? n - i : n - 1;
    text_add_char(p->out, ' ');
    add_literal(p->out, expr_index_width(table), index);
    text_add_char(p->out, ' ');
    add_literal(p->out, expr_width(table), words[index]);
    text_add_char(p->out, ')');
  }
}

static void print_array_input(Printer *p, Expr e) {
  Input in = expr_input(e);
  const InputInfo *info = input_info(in);
  if (info->shape == INPUT_ARRAY) {
    symbol_print(p->out, name_of_input(&p->names, in));
    return;
  }
  open_stores(p, e, info->n_cells);
  for (u32 i = 0; i < info->n_cells; i++) {
    text_add_char(p->out, ' ');
    add_literal(p->out, info->index_width, i);
    text_add_char(p->out, ' ');
    symbol_print(p->out, name_of_byte(&p->names, in, i));
    text_add_char(p->out, ')');
  }
}

static void print_leaf(Printer *p, Expr e, TermForm form) {
  switch ((int)expr_kind(e)) {
  case EXPR_CONST:
    if (form == FORM_BOOL)
      text_add(p->out, expr_value(e) ? "true" : "false");
    else
      literal_print(p->out, expr_width(e), expr_words(e, &(u64){0}));
    return;
  case EXPR_VAR:
    print_var(p, e);
    return;
  case EXPR_ARRAY_TABLE:
    print_table(p, e);
    return;
  default:
    print_array_input(p, e);
  }
}

/* ---- terms -------------------------------------------------------------------------- */

static void later_text(Printer *p, const char *text) {
  vec_push(&p->pending, ((ToPrint){.text = text}));
}

static void print_label(Printer *p, u32 label) {
  for (u32 i = 0; i < p->names.n_marks; i++) text_add_char(p->out, '?');
  text_addf(p->out, "%u", label);
}

/* The function of a term that has kids, with its parenthesis. */
static void print_function(Printer *p, Expr e) {
  ExprKind kind = expr_kind(e);
  const char *name = smt_names[kind];
  u32 width = expr_width(e);
  if (kind == EXPR_EXTRACT) {
    u32 low = expr_extract_low(e);
    text_addf(p->out, "((_ extract %u %u)", low + width - 1, low);
  } else if (kind == EXPR_ZEXT || kind == EXPR_SEXT) {
    text_addf(p->out, "((_ %s %u)", name, width - expr_width(expr_kid(e, 0)));
  } else if (kind == EXPR_ARRAY_FILL) {
    text_add(p->out, "((as const ");
    print_sort(p, e);
    text_add_char(p->out, ')');
  } else {
    bool is_bool = is_connective(kind) && kind != EXPR_ITE && width == 1;
    text_add_char(p->out, '(');
    text_add(p->out, is_bool ? name + strlen("bv") : name);
  }
}

/* Prints the term without regard to a label of its own, and puts what is still
 * to come on the pending stack. */
static void print_node(Printer *p, Expr e, TermForm form) {
  if (expr_arity(e) == 0) {
    print_leaf(p, e, form);
    return;
  }
  print_function(p, e);
  later_text(p, ")");
  for (u32 i = expr_arity(e); i-- > 0;) {
    vec_push(&p->pending, ((ToPrint){.e = expr_kid(e, i), .form = kid_form(e, i)}));
    later_text(p, " ");
  }
}

static void print_pending(Printer *p) {
  while (p->pending.n) {
    ToPrint item = vec_pop(&p->pending);
    if (expr_is_none(item.e)) {
      text_add(p->out, item.text);
      continue;
    }
    TermForm native = native_form(item.e);
    bool is_wrapped = native != item.form && !expr_is_const(item.e);
    if (is_wrapped) {
      text_add(p->out, item.form == FORM_BITS ? "(ite " : "(= ");
      later_text(p, item.form == FORM_BITS ? " #b1 #b0)" : " #b1)");
    }
    const PrintVisit *v = visit_of(p, item.e);
    if (v->label)
      print_label(p, v->label);
    else
      print_node(p, item.e, is_wrapped ? native : item.form);
  }
}

static void print_term(Printer *p, Expr e, TermForm form) {
  vec_push(&p->pending, ((ToPrint){.e = e, .form = form}));
  print_pending(p);
}

static void print_definition(Printer *p, Expr e) {
  print_node(p, e, native_form(e));
  print_pending(p);
}

/* ---- public -------------------------------------------------------------------------- */

void literal_print(Text *out, u32 width, const u64 *words) {
  u32 bits = width % 4 ? 1 : 4;
  text_add(out, bits == 4 ? "#x" : "#b");
  for (u32 low = width; low > 0;) {
    low -= bits;
    u32 digit = (u32)(words[low / 64] >> low % 64) & (bits == 4 ? 15 : 1);
    text_add_char(out, "0123456789abcdef"[digit]);
  }
}

void expr_print(Text *out, Expr e) {
  Printer p = {.out = out};
  printer_start(&p, &e, 1);
  give_labels(&p);
  u32 n_lets = 0;
  for (u32 i = 0; i < p.visits.n; i++) {
    const PrintVisit *v = &p.visits.at[i];
    if (!v->label) continue;
    text_add(out, "(let ((");
    print_label(&p, v->label);
    text_add_char(out, ' ');
    print_definition(&p, v->e);
    text_add(out, "))\n");
    n_lets++;
  }
  print_term(&p, e, native_form(e));
  while (n_lets--) text_add_char(out, ')');
  printer_done(&p);
}

void declarations_print(Text *out, const Expr *terms, u32 n) {
  Printer p = {.out = out};
  printer_start(&p, terms, n);
  names_declare(&p.names, out);
  printer_done(&p);
}

void script_print(Text *out, const Expr *asserts, u32 n) {
  Printer p = {.out = out};
  printer_start(&p, asserts, n);
  give_labels(&p);
  text_addf(out, "(set-logic %s)\n", p.names.has_arrays ? "QF_ABV" : "QF_BV");
  names_declare(&p.names, out);
  for (u32 i = 0; i < p.visits.n; i++) {
    const PrintVisit *v = &p.visits.at[i];
    if (!v->label) continue;
    text_add(out, "(define-fun ");
    print_label(&p, v->label);
    text_add(out, " () ");
    print_sort(&p, v->e);
    text_add_char(out, ' ');
    print_definition(&p, v->e);
    text_add(out, ")\n");
  }
  for (u32 i = 0; i < n; i++) {
    text_add(out, "(assert ");
    print_term(&p, asserts[i], FORM_BOOL);
    text_add(out, ")\n");
  }
  text_add(out, "(check-sat)\n");
  printer_done(&p);
}
