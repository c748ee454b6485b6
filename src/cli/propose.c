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

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_LINES = 12 };

/* A function of the user's. */
typedef struct UserFunction {
  u32 file;              /* index of its operand */
  const CFunction *f;    /* borrowed from types of that file */
  CallProposal proposal; /* owned */
  i32 score;
} UserFunction;

typedef struct Proposer {
  const Args *args;        /* borrowed */
  const char *command;     /* borrowed */
  const UserCall *typed;   /* borrowed; that does not fit; NULL: none was typed */
  VEC(CTypes *) types;     /* owned; of each operand, NULL if it is not C */
  VEC(UserFunction) found; /* owned */
  bool has_main;           /* the program, whoever compiled it */
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
    if (is_wanted && strcmp(f->name, "main"))
      vec_push(&p->found, ((UserFunction){.file = file, .f = f}));
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
  for (u32 i = 0; i < p->found.n; i++) call_proposal_done(&p->found.at[i].proposal);
  for (u32 i = 0; i < p->types.n; i++) ctypes_free(p->types.at[i]);
  vec_free(&p->types);
  vec_free(&p->found);
}

/* Made when it is first wanted. */
static const CallProposal *proposal_of(const Proposer *p, UserFunction *found) {
  bool is_bounded = !strcmp(p->command, "worst");
  const UserCall *typed = p->typed && !strcmp(p->typed->function, found->f->name) ? p->typed : NULL;
  if (!found->proposal.call.n && !found->proposal.why_not.n)
    found->proposal = call_propose(found->f, p->types.at[found->file], typed, is_bounded);
  return &found->proposal;
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

/* Does the name begin as that of its file: LZ4_compress in lz4.c? */
static bool is_like_file(const CFunction *f) {
  const char *file = strrchr(f->file, '/');
  file = file ? file + 1 : f->file;
  size_t n = strcspn(file, "._-");
  return n > 1 && !strncasecmp(file, f->name, n);
}

/* How likely users want to know the worst case of a function: it has an input and loops, data rather
 * than numbers, and others may call it.  What a NULL is in place of is missing. */
static i32 score(const Proposer *p, UserFunction *found) {
  enum {
    HAS_INPUT = 64,
    LOOPS = 32,
    DATA = 16,
    OPEN = 8,
    SIZED = 4,
    LIKE_FILE = 1,
    LEFT_OUT = 12,
  };
  const CFunction *f = found->f;
  bool has_data = false, has_size = false; /* a number beside it, or a text that ends in a zero */
  u32 n = f->type->members.n;
  for (u32 i = 0; i < n; i++) {
    const CType *t = ctype_plain(f->type->members.at[i].type);
    const CType *to = t->kind == C_POINTER ? ctype_plain(t->to) : NULL;
    bool is_struct = to && (to->kind == C_STRUCT || to->kind == C_UNION);
    has_data |= to && !is_struct && to->kind != C_FUNCTION && !f->uses.at[i].is_one;
    has_size |= !to || to->kind == C_CHAR;
  }
  return (n ? HAS_INPUT : 0) + (f->has_loop ? LOOPS : 0) + (has_data ? DATA : 0) +
         (has_data && has_size ? SIZED : 0) + (f->is_public || !f->is_used ? OPEN : 0) +
         (is_like_file(f) ? LIKE_FILE : 0) - LEFT_OUT * (i32)proposal_of(p, found)->n_left_out;
}

/* The most likely first; of two alike, the one with fewer parameters, then in the order of the file. */
static int by_score(const void *a, const void *b) {
  const UserFunction *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  u32 n = x->f->type->members.n, m = y->f->type->members.n;
  if (n != m) return n < m ? -1 : 1;
  return x->file != y->file ? (x->file > y->file) - (x->file < y->file)
                            : (x->f > y->f) - (x->f < y->f);
}

static void add_refused(const Proposer *p, Text *to) {
  enum { MOST_REFUSED = 6 };
  u32 n = 0;
  for (u32 i = 0; i < p->found.n; i++) {
    const UserFunction *found = &p->found.at[i];
    if (found->proposal.call.n || n++ >= MOST_REFUSED) continue;
    if (n == 1)
      text_add(to, "no call alone makes the inputs of these; a main does (docs/harness.md):\n");
    text_addf(to, "  %s: %s\n", found->f->name, text_c(&found->proposal.why_not));
  }
  if (n > MOST_REFUSED) text_addf(to, "  and %u more\n", n - MOST_REFUSED);
}

static void add_proposals(Proposer *p, Text *to) {
  u32 n = 0;
  for (u32 i = 0; i < p->found.n; i++) p->found.at[i].score = score(p, &p->found.at[i]);
  qsort(p->found.at, p->found.n, sizeof *p->found.at, by_score);
  for (u32 i = 0; i < p->found.n; i++) {
    const UserFunction *found = &p->found.at[i];
    if (found->proposal.call.n && n++ < MOST_LINES)
      add_line(p, found->file, text_c(&found->proposal.call), to);
  }
  if (n > MOST_LINES)
    text_addf(to, "  and %u more functions: --call NAME makes the call of any of them\n",
              n - MOST_LINES);
  add_refused(p, to);
}

/* What is typed in place of the call, found by its name; false: there is nothing to type. */
static bool add_lines_of(Proposer *p, const char *function, const char *typed, Text *to) {
  bool is_any = false;
  for (u32 i = 0; i < p->found.n; i++) {
    UserFunction *found = &p->found.at[i];
    if (strcmp(found->f->name, function)) continue;
    const CallProposal *made = proposal_of(p, found);
    is_any = true;
    if (found->file) {
      text_addf(to, "'%s' is in %s, which must be the first file:\n", function,
                p->args->operands.at[found->file]);
      add_line(p, found->file, typed, to);
    } else if (!made->call.n) {
      text_addf(to, "%s: %s; a main can make its inputs (docs/harness.md)\n", function,
                text_c(&made->why_not));
    } else if (strcmp(text_c(&made->call), typed)) {
      text_addf(to, "a call of '%s' that fits its parameters:\n", function);
      add_line(p, found->file, text_c(&made->call), to);
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
  has_main |= p->has_main;
  text_add(to, has_main ? is_one ? "has a main, but no input" : "have a main, but no input"
               : is_one ? "has no main"
                        : "have no main");
}

static Err take_only(Proposer *p, Text *reason, UserCall *ret_call, bool *ret_taken) {
  UserFunction *only = p->found.at;
  *ret_taken =
      p->found.n == 1 && !only->file && only->f->type->members.n && proposal_of(p, only)->call.n;
  if (!*ret_taken) return OK;
  const char *call = text_c(&only->proposal.call);
  fprintf(stderr, "nadir: %s; it has one function, so this is run: --call '%s'\n", text_c(reason),
          call);
  return call_parse(call, ret_call);
}

/* "name", without parameters. */
static bool is_name(const char *text) {
  bool is_any = *text && !strchr("0123456789", *text);
  for (; *text && is_any; text++) is_any = isalnum((unsigned char)*text) || *text == '_';
  return is_any;
}

/* A file that does not compile has no functions that we could name: the call without arguments makes
 * clang say why. */
static bool compile_all(const Proposer *p) {
  for (u32 i = 0; i < p->types.n; i++)
    if (!p->types.at[i] && compile_is_c(p->args->operands.at[i])) return false;
  return true;
}

static Err no_such_function(const Args *args, const char *text, const char *meant) {
  const char *file = args->operands.n ? args->operands.at[0] : "the program";
  if (!meant) return err_set(ERR_USAGE, "--call %s: %s has no such function", text, file);
  return err_set(ERR_USAGE, "--call %s: %s has no such function; did you mean '%s'?", text, file,
                 meant);
}

Err propose_named(const Args *args, const char *command, const char *text, UserCall *ret_call) {
  if (!is_name(text)) return call_parse(text, ret_call);
  cleanup(proposer_done) Proposer p = proposer_new(args, command);
  Suggestion s = suggestion_for(text);
  if (!compile_all(&p)) {
    cleanup(text_free) Text call = text_format("%s()", text);
    return call_parse(text_c(&call), ret_call);
  }
  for (u32 i = 0; i < p.found.n; i++) {
    UserFunction *found = &p.found.at[i];
    suggestion_offer(&s, found->f->name);
    if (strcmp(found->f->name, text)) continue;
    if (found->file)
      return err_set(ERR_USAGE, "--call %s: it is in %s, which must be the first file", text,
                     args->operands.at[found->file]);
    const CallProposal *made = proposal_of(&p, found);
    if (!made->call.n)
      return err_set(ERR_USAGE, "--call %s: %s; a main can make its inputs (docs/harness.md)", text,
                     text_c(&made->why_not));
    fprintf(stderr, "nadir: this is run: --call '%s'\n", text_c(&made->call));
    return call_parse(text_c(&made->call), ret_call);
  }
  return no_such_function(args, text, s.best);
}

Err propose_call(const Args *args, const char *command, bool has_main, UserCall *ret_call) {
  cleanup(proposer_done) Proposer p = proposer_new(args, command);
  p.has_main = has_main;
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
  cleanup(text_free) Text lines = text_format(
      "nadir: '%s' has no N: the sizes are all the same, so only one is searched\n", call->text);
  add_lines_of(&p, call->function, call->text, &lines);
  fputs(text_c(&lines), stderr);
}
