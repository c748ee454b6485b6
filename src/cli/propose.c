/* propose.c — lines to type, made from the signatures of the user's functions.
 *
 * A line is the one that was typed, plus the call, with the file of the function first: a call is
 * compiled with the first file.
 */
#include "cli/propose.h"

#include "base/os.h"
#include "base/suggest.h"
#include "build/compile.h"
#include "call/propose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 40 };

/* A function of the user's. */
typedef struct UserFunction {
  u32 file;           /* index of its operand */
  const CFunction *f; /* borrowed from types of that file */
} UserFunction;

typedef struct Proposer {
  const Args *args;        /* borrowed */
  const char *command;     /* borrowed */
  const UserCall *typed;   /* borrowed; that does not fit; NULL: none was typed */
  VEC(CTypes *) types;     /* owned; of each operand, NULL if it is not C */
  VEC(UserFunction) found; /* owned */
} Proposer;

/* ---- the user's functions ----------------------------------------------------------------------- */

/* A function of an included header counts only if the file has no function of its own, and if the
 * header is not a system header. */
static void find_functions(Proposer *p, u32 file, bool from_headers) {
  const char *path = path_plain(p->args->operands.at[file]);
  const CTypes *t = p->types.at[file];
  for (u32 i = 0; t && i < t->functions.n; i++) {
    const CFunction *f = &t->functions.at[i];
    bool is_own = !strcmp(f->file, path);
    bool is_wanted = from_headers ? !is_own && strncmp(f->file, "/usr/", 5) : is_own;
    if (is_wanted && strcmp(f->name, "main")) vec_push(&p->found, ((UserFunction){file, f}));
  }
}

static Proposer proposer_new(const Args *args, const char *command) {
  Proposer p = {.args = args, .command = command};
  CompileOptions compile = compile_options_read(args_set(args, &compile_options));
  for (u32 i = 0; i < args->operands.n; i++) {
    CTypes *t = NULL;
    const char *path = args->operands.at[i];
    if (compile_is_c(path) && compile_types(&compile, path, &t) != OK) t = NULL;
    vec_push(&p.types, t);
  }
  for (u32 i = 0; i < args->operands.n; i++) find_functions(&p, i, false);
  for (u32 i = 0; i < args->operands.n && !p.found.n; i++) find_functions(&p, i, true);
  return p;
}

static void proposer_done(Proposer *p) {
  for (u32 i = 0; i < p->types.n; i++) ctypes_free(p->types.at[i]);
  vec_free(&p->types);
  vec_free(&p->found);
}

static bool propose(const Proposer *p, const UserFunction *found, Text *call, Text *why_not) {
  bool is_bounded = !strcmp(p->command, "worst");
  const UserCall *typed = p->typed && !strcmp(p->typed->function, found->f->name) ? p->typed : NULL;
  return call_propose(found->f, p->types.at[found->file], typed, is_bounded, call, why_not);
}

/* ---- lines -------------------------------------------------------------------------------------- */

static void add_line(const Proposer *p, u32 file, const char *call, Text *to) {
  const WordList *files = &p->args->operands;
  text_addf(to, "  %s %s ", program_name(), p->command);
  text_add_word(to, files->at[file]);
  for (u32 i = 0; i < files->n; i++) {
    if (i == file) continue;
    text_add_char(to, ' ');
    text_add_word(to, files->at[i]);
  }
  args_print_options(p->args, "call", to);
  text_add(to, " --call ");
  text_add_word(to, call);
  text_add_char(to, '\n');
}

static void add_proposal(const Proposer *p, const UserFunction *found, Text *lines, Text *others) {
  cleanup(text_free) Text call = {0}, why_not = {0};
  if (propose(p, found, &call, &why_not))
    add_line(p, found->file, text_c(&call), lines);
  else
    text_addf(others, "  %s: %s\n", found->f->name, text_c(&why_not));
}

/* How likely users want to know the worst case of a function.  A function without callers is an
 * entry point; one without parameters has no worst input; one that takes a pointer and a number, or
 * has loops, is more likely to be slow. */
static u32 score(const CFunction *f) {
  enum { ENTRANCE = 16, HAS_INPUT = 32, POINTER = 4, POINTER_AND_NUMBER = 2, LOOPS = 4 };
  u32 n_pointers = 0, n = f->type->members.n;
  for (u32 i = 0; i < n; i++)
    n_pointers += ctype_plain(f->type->members.at[i].type)->kind == C_POINTER;
  return (n ? HAS_INPUT : 0) + (f->is_used ? 0 : ENTRANCE) + (n_pointers ? POINTER : 0) +
         (n_pointers && n > n_pointers ? POINTER_AND_NUMBER : 0) + (f->has_loop ? LOOPS : 0);
}

static int by_score(const void *a, const void *b) {
  const UserFunction *x = a, *y = b;
  u32 p = score(x->f), q = score(y->f);
  if (p != q) return p > q ? -1 : 1;
  return x->file != y->file ? (x->file > y->file) - (x->file < y->file)
                            : (x->f > y->f) - (x->f < y->f); /* in the order of the file */
}

static void add_proposals(Proposer *p, Text *to) {
  cleanup(text_free) Text others = {0};
  u32 n = MIN(p->found.n, (u32)MOST_LINES);
  qsort(p->found.at, p->found.n, sizeof *p->found.at, by_score);
  for (u32 i = 0; i < n; i++) add_proposal(p, &p->found.at[i], to, &others);
  if (p->found.n > n) text_addf(to, "  and %u more functions\n", p->found.n - n);
  if (others.n)
    text_addf(to, "no call alone makes the inputs of these; a main does (docs/harness.md):\n%s",
              text_c(&others));
}

/* What is typed in place of the call, found by its name; false: there is nothing to type. */
static bool add_lines_of(const Proposer *p, const char *function, const char *typed, Text *to) {
  bool is_any = false;
  for (u32 i = 0; i < p->found.n; i++) {
    const UserFunction *found = &p->found.at[i];
    cleanup(text_free) Text call = {0}, why_not = {0};
    if (strcmp(found->f->name, function)) continue;
    is_any = true;
    if (found->file) {
      text_addf(to, "'%s' is in %s, which must be the first file:\n", function,
                p->args->operands.at[found->file]);
      add_line(p, found->file, typed, to);
    } else if (!propose(p, found, &call, &why_not)) {
      text_addf(to, "%s: %s; a main can make its inputs (docs/harness.md)\n", function,
                text_c(&why_not));
    } else if (strcmp(text_c(&call), typed)) {
      text_addf(to, "a call of '%s' that fits its parameters:\n", function);
      add_line(p, found->file, text_c(&call), to);
    }
  }
  return is_any;
}

/* ---- public ------------------------------------------------------------------------------------- */

/* Text behind the names of the files: what they lack. */
static void add_reason(const Proposer *p, Text *to) {
  const WordList *files = &p->args->operands;
  bool has_main = false;
  for (u32 i = 0; i < files->n; i++)
    for (u32 k = 0; p->types.at[i] && k < p->types.at[i]->functions.n; k++)
      has_main |= !strcmp(p->types.at[i]->functions.at[k].name, "main");
  text_addf(to, "%s%s ", files->at[0], files->n > 1 ? " and the other files" : "");
  bool is_one = files->n == 1;
  text_add(to, has_main ? is_one ? "has a main, but no input" : "have a main, but no input"
               : is_one ? "has no main"
                        : "have no main");
}

static Err take_only(const Proposer *p, Text *reason, UserCall *ret_call, bool *ret_taken) {
  cleanup(text_free) Text call = {0}, why_not = {0};
  const UserFunction *only = p->found.at;
  *ret_taken = p->found.n == 1 && !only->file && only->f->type->members.n &&
               propose(p, only, &call, &why_not);
  if (!*ret_taken) return OK;
  fprintf(stderr, "nadir: %s; it has one function, so this is run: --call '%s'\n", text_c(reason),
          text_c(&call));
  return call_parse(text_c(&call), ret_call);
}

Err propose_call(const Args *args, const char *command, UserCall *ret_call) {
  cleanup(proposer_done) Proposer p = proposer_new(args, command);
  cleanup(text_free) Text reason = {0}, lines = {0};
  bool is_taken;
  add_reason(&p, &reason);
  if (!p.found.n)
    return err_set(
        ERR_USAGE,
        "%s, and no function in C to call; write '-- --sym-stdin N' behind the files if it "
        "reads standard input, '-- --sym-arg N' if it reads arguments (docs/programs.md), "
        "or give main an input (docs/harness.md)",
        text_c(&reason));
  TRY(take_only(&p, &reason, ret_call, &is_taken));
  if (is_taken) return OK;
  add_proposals(&p, &lines);
  fprintf(stderr, "nadir: %s; its functions can be called:\n%s", text_c(&reason), text_c(&lines));
  return err_set(ERR_USAGE, "say what to call, with a line like these");
}

Err propose_instead(const Args *args, const char *command, const UserCall *call, Err err) {
  if (err != ERR_INPUT) return err; /* another reason than what it says */
  cleanup(freep) char *why = text_dup(err_text());
  cleanup(proposer_done) Proposer p = proposer_new(args, command);
  p.typed = call;
  cleanup(text_free) Text lines = {0};
  bool is_any = add_lines_of(&p, call->function, call->text, &lines);
  Suggestion s = suggestion_for(call->function);
  for (u32 i = 0; i < p.found.n && !is_any; i++) suggestion_offer(&s, p.found.at[i].f->name);
  if (s.best) {
    text_addf(&lines, "there is no function '%s'; did you mean '%s'?\n", call->function, s.best);
    add_lines_of(&p, s.best, "", &lines);
  } else if (!is_any && p.found.n) {
    text_addf(&lines, "there is no function '%s'; there are:\n", call->function);
    add_proposals(&p, &lines);
  }
  fputs(text_c(&lines), stderr);
  return err_set(err, "%s", why);
}

void propose_size(const Args *args, const char *command, const UserCall *call) {
  cleanup(proposer_done) Proposer p = proposer_new(args, command);
  cleanup(text_free) Text lines = {0};
  text_addf(&lines, "nadir: '%s' has no N: the sizes are all the same, so only one is searched\n",
            call->text);
  add_lines_of(&p, call->function, call->text, &lines);
  fputs(text_c(&lines), stderr);
}
