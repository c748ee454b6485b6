/* cmd_solve.c — nadir solve FILE.smt2: the solver chain by itself, so that a person or another
 * tool can use and test it.
 *
 * The parser hands out commands.  The solver knows path conditions that share their beginnings: an
 * assertion level is a context, and pop goes back to an older one.
 */
#include "base/clock.h"
#include "base/os.h"
#include "cli/assertions.h"
#include "cli/commands.h"
#include "cli/values.h"
#include "expr/parse.h"
#include "expr/print.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

enum { STAGES, MODEL, STATS, TIMEOUT };

static const Option options[] = {
    [STAGES] = {"stages", OPTION_TEXT, "LIST", NULL,
                "solver stages to use (a,b) or to leave out (-a,-b)"},
    [MODEL] = {"model", OPTION_FLAG, .help = "after each 'sat', print the model"},
    [STATS] = {"stats", OPTION_FLAG, .help = "at the end, print what each stage did"},
    [TIMEOUT] = {"timeout", OPTION_DURATION, "T", NULL, "answer 'unknown' after T per question",
                 .min = 1},
};

typedef struct Session {
  const Args *args;             /* borrowed */
  Parser *parser;               /* owned */
  Solver *solver;               /* owned */
  Eval *eval;                   /* owned */
  Context *now;                 /* owned; what is asserted */
  VEC(Context *) levels;        /* owned; what was asserted at each push */
  Assertions asserted, assumed; /* the latter of the last question */
  Text options;                 /* those that were set: ":key value\n" … */
  Model *model;                 /* owned; of the last question, until something changes */
  ExprVec core;                 /* owned; the same of an answer `unsat`: has_core */
  bool has_core;
  Reason reason; /* of the last answer `unknown` */
  bool says_success;
  bool is_over;
} Session;

/* ---- assertions ------------------------------------------------------------ */

static void forget_answer(Session *s) {
  s->model = model_unref(s->model);
  vec_clear(&s->core);
  s->has_core = false;
  assertions_done(&s->assumed);
}

static void mark_roots(void *user) {
  Session *s = user;
  assertions_mark(&s->asserted);
  assertions_mark(&s->assumed);
  for (u32 i = 0; i < s->core.n; i++) expr_mark(s->core.at[i]);
}

static void assert_term(Session *s, const SmtCommand *c) {
  context_extend(&s->now, c->terms.at[0].term, NULL);
  assertions_add(&s->asserted, &c->terms.at[0], c->name);
}

static void push(Session *s, u32 n) {
  for (u32 i = 0; i < n; i++) vec_push(&s->levels, context_ref(s->now));
  assertions_push(&s->asserted, n);
}

static void pop(Session *s, u32 n) {
  for (u32 i = 0; i < n; i++) {
    context_unref(s->now);
    s->now = vec_pop(&s->levels);
  }
  assertions_pop(&s->asserted, n);
}

static void reset(Session *s) {
  pop(s, s->levels.n);
  context_unref(s->now);
  s->now = context_new(s->solver);
  assertions_done(&s->asserted);
}

/* ---- answers ---------------------------------------------------------------- */

static void print_model(Session *s) {
  cleanup(text_free) Text t = {0};
  u32 n;
  const SmtConstant *all = parser_constants(s->parser, &n);
  text_add(&t, "(\n");
  for (u32 i = 0; i < n; i++) definition_print(&t, s->eval, s->model, &all[i]);
  const SmtFunction *functions = parser_functions(s->parser, &n);
  for (u32 i = 0; i < n; i++) function_print(&t, s->eval, s->model, &functions[i]);
  text_add(&t, ")\n");
  fputs(text_c(&t), stdout);
}

static void check(Session *s, Context *c) {
  Result r = solver_least(s->solver, c); /* small numbers read better */
  s->reason = r.reason;
  if (r.answer == ANSWER_YES) s->model = model_ref(r.model);
  s->has_core = r.answer == ANSWER_NO;
  if (s->has_core) vec_append(&s->core, r.core.at, r.core.n);
  puts(r.answer == ANSWER_YES ? "sat" : r.answer == ANSWER_NO ? "unsat" : "unknown");
  if (s->model && args_flag(s->args, MODEL)) print_model(s);
  result_done(&r);
}

static void check_assuming(Session *s, const SmtCommand *c) {
  Context *with = context_ref(s->now);
  for (u32 i = 0; i < c->terms.n; i++) {
    context_extend(&with, c->terms.at[i].term, NULL);
    assertions_add(&s->assumed, &c->terms.at[i], NULL);
  }
  check(s, with);
  context_unref(with);
}

static void print_values(Session *s, const SmtCommand *c) {
  cleanup(text_free) Text t = {0};
  for (u32 i = 0; i < c->terms.n; i++) {
    text_add(&t, i ? "\n (" : "((");
    text_add_n(&t, c->terms.at[i].text, c->terms.at[i].n_text);
    text_add_char(&t, ' ');
    value_print(&t, s->eval, s->model, c->terms.at[i].term, c->terms.at[i].sort);
    text_add_char(&t, ')');
  }
  printf("%s)\n", c->terms.n ? text_c(&t) : "(");
}

/* The terms that have a name, as far as they are Bool. */
static void print_assignment(Session *s) {
  cleanup(text_free) Text t = {0};
  u32 n;
  const SmtConstant *all = parser_named(s->parser, &n);
  for (u32 i = 0; i < n; i++) {
    if (all[i].sort.kind != SORT_BOOL) continue;
    text_add(&t, t.n ? " (" : "(");
    symbol_print(&t, all[i].name);
    text_add(&t, eval_true(s->eval, s->model, all[i].term) ? " true)" : " false)");
  }
  printf("(%s)\n", text_c(&t));
}

static void print_core(Session *s, bool of_assumptions) {
  cleanup(text_free) Text t = {0};
  if (of_assumptions)
    assumptions_print_core(&s->assumed, &s->core, &t);
  else
    assertions_print_core(&s->asserted, &s->core, &t);
  fputs(text_c(&t), stdout);
}

static void print_assertions(Session *s) {
  cleanup(text_free) Text t = {0};
  assertions_print(&s->asserted, &t);
  fputs(text_c(&t), stdout);
}

static void print_info(Session *s, const char *key) {
  if (!strcmp(key, ":name"))
    puts("(:name \"nadir\")");
  else if (!strcmp(key, ":version"))
    puts("(:version \"" NADIR_VERSION "\")");
  else if (!strcmp(key, ":authors"))
    puts("(:authors \"the authors of nadir\")");
  else if (!strcmp(key, ":assertion-stack-levels"))
    printf("(:assertion-stack-levels %u)\n", s->levels.n);
  else if (!strcmp(key, ":error-behavior"))
    puts("(:error-behavior immediate-exit)");
  else if (!strcmp(key, ":reason-unknown"))
    printf("(:reason-unknown \"%s\")\n", reason_text(s->reason));
  else
    puts("unsupported");
}

/* The one that was set last counts. */
static void set_option(Session *s, const SmtCommand *c) {
  text_addf(&s->options, "%s %s\n", c->key, c->value);
  if (!strcmp(c->key, ":print-success")) s->says_success = !strcmp(c->value, "true");
}

static void print_option(Session *s, const char *key) {
  const char *found = NULL;
  size_t n_key = strlen(key), n = 0;
  for (const char *at = text_c(&s->options); *at; at += n + 1) {
    n = strcspn(at, "\n");
    if (!strncmp(at, key, n_key) && at[n_key] == ' ') found = at + n_key + 1;
  }
  if (found)
    printf("%.*s\n", (int)strcspn(found, "\n"), found);
  else if (!strcmp(key, ":print-success"))
    puts("false");
  else
    puts("unsupported");
}

/* The script goes on: what it asked for is not what it is about. */
static void ignore(Session *s, const SmtCommand *c) {
  cleanup(text_free) Text t =
      text_format("'%s' is not supported and is ignored", smt_name(c->kind));
  if (parser_error(s->parser, text_c(&t)) != OK) fprintf(stderr, "%s\n", err_text());
  puts("unsupported");
}

/* ---- commands ----------------------------------------------------------------- */

/* Commands that answer; false: it is none of these. */
static bool answer(Session *s, const SmtCommand *c) {
  switch ((int)c->kind) {
  case SMT_CHECK_SAT:
    forget_answer(s);
    check(s, s->now);
    return true;
  case SMT_CHECK_SAT_ASSUMING:
    forget_answer(s);
    check_assuming(s, c);
    return true;
  case SMT_GET_MODEL:
    print_model(s);
    return true;
  case SMT_GET_VALUE:
    print_values(s, c);
    return true;
  case SMT_GET_INFO:
    print_info(s, c->key);
    return true;
  case SMT_GET_OPTION:
    print_option(s, c->key);
    return true;
  case SMT_GET_ASSERTIONS:
    print_assertions(s);
    return true;
  case SMT_GET_ASSIGNMENT:
    print_assignment(s);
    return true;
  case SMT_GET_UNSAT_CORE:
  case SMT_GET_UNSAT_ASSUMPTIONS:
    print_core(s, c->kind == SMT_GET_UNSAT_ASSUMPTIONS);
    return true;
  case SMT_ECHO:
    puts(c->value);
    return true;
  case SMT_GET_PROOF:
  case SMT_SIMPLIFY:
  case SMT_GET_INTERPOLANT:
  case SMT_GET_INTERPOLANTS:
    ignore(s, c);
    return true;
  }
  return false;
}

/* Commands that change what is asserted. */
static void change(Session *s, const SmtCommand *c) {
  if (c->kind == SMT_ASSERT) assert_term(s, c);
  if (c->kind == SMT_PUSH) push(s, c->n_levels);
  if (c->kind == SMT_POP) pop(s, c->n_levels);
  if (c->kind == SMT_RESET || c->kind == SMT_RESET_ASSERTIONS) reset(s);
  if (c->kind == SMT_SET_OPTION) set_option(s, c);
  if (c->kind == SMT_EXIT) s->is_over = true;
  bool is_harmless = c->kind == SMT_SET_INFO || c->kind == SMT_SET_OPTION;
  if (!is_harmless) forget_answer(s);
}

static Err execute(Session *s, const SmtCommand *c) {
  bool needs_core = c->kind == SMT_GET_UNSAT_CORE || c->kind == SMT_GET_UNSAT_ASSUMPTIONS;
  bool needs_model =
      c->kind == SMT_GET_MODEL || c->kind == SMT_GET_VALUE || c->kind == SMT_GET_ASSIGNMENT;
  if (needs_model && !s->model)
    return parser_error(s->parser, "there is no model: it must follow an answer 'sat'");
  if (needs_core && !s->has_core)
    return parser_error(s->parser, "there is no core: it must follow an answer 'unsat'");
  if (!answer(s, c)) {
    change(s, c);
    if (s->says_success) puts("success");
  }
  fflush(stdout);
  return OK;
}

static void print_stats(const Session *s) {
  SolverStats all = solver_stats(s->solver);
  printf("; %-10s %10s %10s %10s %12s\n", "stage", "asked", "yes", "no", "ms");
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    const StageStats *st = &all.stage[i];
    printf("; %-10s %10ju %10ju %10ju %12.3f\n", stage_name((Stage)i), (uintmax_t)st->n_asked,
           (uintmax_t)st->n_yes, (uintmax_t)st->n_no, (double)st->n_ns / (double)NS_PER_MS);
  }
  printf("; questions %ju, yes %ju, no %ju, unknown %ju\n", (uintmax_t)all.n_questions,
         (uintmax_t)all.n_yes, (uintmax_t)all.n_no, (uintmax_t)all.n_unknown);
}

static void session_done(Session *s) {
  expr_roots_remove(mark_roots, s);
  forget_answer(s);
  reset(s);
  context_unref(s->now);
  vec_free(&s->levels);
  vec_free(&s->core);
  text_free(&s->options);
  eval_free(s->eval);
  solver_free(s->solver);
  parser_free(s->parser);
  expr_close();
}

static Err run(const Args *args) {
  const char *file = args->operands.at[0];
  cleanup(text_free) Text script = {0};
  TRY(file_read(strcmp(file, "-") ? file : "/dev/stdin", &script));
  SolverConfig config = solver_config_default();
  if (args_has(args, STAGES)) TRY(solver_config_stages(&config, args_text(args, STAGES)));
  if (args_has(args, TIMEOUT)) config.query_ns = args_number(args, TIMEOUT);
  expr_open();
  cleanup(session_done) Session s = {.args = args};
  s.parser = parser_new(file, text_c(&script), script.n);
  s.solver = solver_new(&config);
  s.eval = eval_new();
  s.now = context_new(s.solver);
  expr_roots_add(mark_roots, &s);
  for (;;) {
    const SmtCommand *c;
    TRY(parser_next(s.parser, &c));
    if (c->kind == SMT_END) break;
    TRY(execute(&s, c));
    if (s.is_over) break;
  }
  if (args_flag(args, STATS)) print_stats(&s);
  return OK;
}

const Command cmd_solve = {
    .operands = "FILE.smt2",
    .min_operands = 1,
    .max_operands = 1,
    .about =
        "Reads an SMT-LIB 2 script in QF_AUFBV or a smaller logic, and prints 'sat', 'unsat' or\n"
        "'unknown' for each check-sat.  get-model, get-value, push, pop and the other commands of\n"
        "a script work as well.  '-' stands for the standard input.\n"
        "\n"
        "The solver has these stages.  A question passes them in this order:\n"
#define STAGE(name, depth, price, text) "  " #name ": " text "\n"
#include "solver/chain/stages.def"
#undef STAGE
    ,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
