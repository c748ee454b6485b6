/* cmd_solve.c — nadir solve FILE.smt2: the solver chain by itself, as a person
 * or another tool can use and test it.
 *
 * The parser hands out commands, the solver knows path conditions that share
 * their beginnings: an assertion level is a context, pop goes back to an older
 * one.
 */
#include "base/clock.h"
#include "base/os.h"
#include "cli/commands.h"
#include "cli/values.h"
#include "expr/parse.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

enum { STAGES, MODEL, STATS, TIMEOUT };

static const Option options[] = {
    [STAGES] = {"stages", OPTION_TEXT, "LIST", NULL,
                "only these stages of the chain (a,b) or all but these (-a,-b)"},
    [MODEL] = {"model", OPTION_FLAG, .help = "after each 'sat', print the model"},
    [STATS] = {"stats", OPTION_FLAG, .help = "at the end, print what each stage did"},
    [TIMEOUT] = {"timeout", OPTION_DURATION, "T", NULL, "answer 'unknown' after T per question",
                 .min = 1},
};

typedef struct Session {
  const Args *args;      /* borrowed */
  Parser *parser;        /* owned */
  Solver *solver;        /* owned */
  Eval *eval;            /* owned */
  Context *now;          /* owned; what is asserted */
  VEC(Context *) levels; /* owned; what was asserted at each push */
  Model *model;          /* owned; of the last question, until something changes */
  Reason reason;         /* of the last answer `unknown` */
  bool says_success;
  bool is_over;
} Session;

/* ---- assertions ------------------------------------------------------------ */

static void forget_model(Session *s) {
  s->model = model_unref(s->model);
}

static void assert_term(Session *s, Expr e) {
  Context *more = context_add(s->now, e, NULL);
  context_unref(s->now);
  s->now = more;
}

static void push(Session *s, u32 n) {
  for (u32 i = 0; i < n; i++) vec_push(&s->levels, context_ref(s->now));
}

static void pop(Session *s, u32 n) {
  for (u32 i = 0; i < n; i++) {
    context_unref(s->now);
    s->now = vec_pop(&s->levels);
  }
}

static void reset(Session *s) {
  pop(s, s->levels.n);
  context_unref(s->now);
  s->now = context_new(s->solver);
}

/* ---- answers ---------------------------------------------------------------- */

static void print_model(Session *s) {
  cleanup(text_free) Text t = {0};
  u32 n;
  const SmtConstant *all = parser_constants(s->parser, &n);
  text_add(&t, "(\n");
  for (u32 i = 0; i < n; i++) definition_print(&t, s->eval, s->model, &all[i]);
  text_add(&t, ")\n");
  fputs(text_c(&t), stdout);
}

static void check(Session *s, Context *c) {
  Result r = solver_least(s->solver, c); /* small numbers read better */
  forget_model(s);
  s->reason = r.reason;
  if (r.answer == ANSWER_YES) s->model = model_ref(r.model);
  puts(r.answer == ANSWER_YES ? "sat" : r.answer == ANSWER_NO ? "unsat" : "unknown");
  if (s->model && args_flag(s->args, MODEL)) print_model(s);
  result_done(&r);
}

static void check_assuming(Session *s, const SmtCommand *c) {
  Context *with = context_ref(s->now);
  for (u32 i = 0; i < c->terms.n; i++) {
    Context *more = context_add(with, c->terms.at[i].term, NULL);
    context_unref(with);
    with = more;
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

static void print_info(Session *s, const char *key) {
  if (!strcmp(key, ":name"))
    puts("(:name \"nadir\")");
  else if (!strcmp(key, ":version"))
    puts("(:version \"" NADIR_VERSION "\")");
  else if (!strcmp(key, ":error-behavior"))
    puts("(:error-behavior immediate-exit)");
  else if (!strcmp(key, ":reason-unknown"))
    printf("(:reason-unknown \"%s\")\n", reason_text(s->reason));
  else
    puts("unsupported");
}

static void set_option(Session *s, const SmtCommand *c) {
  if (!strcmp(c->key, ":print-success")) s->says_success = !strcmp(c->value, "true");
}

/* ---- commands ----------------------------------------------------------------- */

/* Commands that answer; false: it is none of these. */
static bool answer(Session *s, const SmtCommand *c) {
  switch ((int)c->kind) {
  case SMT_CHECK_SAT:
    check(s, s->now);
    return true;
  case SMT_CHECK_SAT_ASSUMING:
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
  case SMT_ECHO:
    puts(c->value);
    return true;
  case SMT_GET_OPTION:
  case SMT_GET_ASSERTIONS:
  case SMT_GET_ASSIGNMENT:
  case SMT_GET_PROOF:
  case SMT_GET_UNSAT_CORE:
  case SMT_GET_UNSAT_ASSUMPTIONS:
    puts("unsupported");
    return true;
  }
  return false;
}

/* Commands that change what is asserted. */
static void change(Session *s, const SmtCommand *c) {
  if (c->kind == SMT_ASSERT) assert_term(s, c->terms.at[0].term);
  if (c->kind == SMT_PUSH) push(s, c->n_levels);
  if (c->kind == SMT_POP) pop(s, c->n_levels);
  if (c->kind == SMT_RESET || c->kind == SMT_RESET_ASSERTIONS) reset(s);
  if (c->kind == SMT_SET_OPTION) set_option(s, c);
  if (c->kind == SMT_EXIT) s->is_over = true;
  bool is_harmless = c->kind == SMT_SET_INFO || c->kind == SMT_SET_OPTION;
  if (!is_harmless) forget_model(s);
}

static Err execute(Session *s, const SmtCommand *c) {
  bool needs_model = c->kind == SMT_GET_MODEL || c->kind == SMT_GET_VALUE;
  if (needs_model && !s->model)
    return parser_error(s->parser, "there is no model: it must follow an answer 'sat'");
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
  printf("; questions %ju, yes %ju, no %ju, unknown %ju, Z3 started %ju, killed %ju\n",
         (uintmax_t)all.n_questions, (uintmax_t)all.n_yes, (uintmax_t)all.n_no,
         (uintmax_t)all.n_unknown, (uintmax_t)all.n_z3_spawned, (uintmax_t)all.n_z3_killed);
}

static void session_done(Session *s) {
  forget_model(s);
  reset(s);
  context_unref(s->now);
  vec_free(&s->levels);
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
    .about = "Reads an SMT-LIB 2 script in QF_BV or QF_ABV and prints 'sat', 'unsat' or 'unknown'\n"
             "for each check-sat, as solvers do; get-model, get-value, push, pop and the other\n"
             "commands of a script work as well.  '-' stands for the standard input.\n"
             "\n"
             "stages, in the order in which a question passes them:\n"
#define STAGE(name, enabled, general, text) "  " #name ": " text "\n"
#include "solver/stages.def"
#undef STAGE
    ,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
