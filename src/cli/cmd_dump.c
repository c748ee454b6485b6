/* cmd_dump.c — nadir dump FILE...: the register code of a program, beside its source. */
#include "base/os.h"
#include "base/suggest.h"
#include "build/compile.h"
#include "cli/commands.h"
#include "code/print.h"

#include <stdio.h>
#include <string.h>

enum { FUNCTION };

static const Option options[] = {
    [FUNCTION] = {"function", OPTION_TEXT, "NAME", NULL, "show only this function"},
};

/* ---- source lines -------------------------------------------------------------------------------- */

/* The files whose lines were asked for; one that cannot be read has no lines. */
typedef struct DumpedFile {
  char *path; /* owned */
  Text text;
  VEC(u32) starts; /* of each line */
} DumpedFile;

typedef VEC(DumpedFile) DumpedFiles;

static void files_done(DumpedFiles *files) {
  for (u32 k = 0; k < files->n; k++) {
    mem_free(files->at[k].path);
    text_free(&files->at[k].text);
    vec_free(&files->at[k].starts);
  }
  vec_free(files);
}

static DumpedFile *open_source(DumpedFiles *files, const char *path) {
  for (u32 k = 0; k < files->n; k++)
    if (!strcmp(files->at[k].path, path)) return &files->at[k];
  vec_push(files, ((DumpedFile){.path = text_dup(path)}));
  DumpedFile *f = &vec_last(files);
  if (file_read(path, &f->text) != OK) return f;
  for (u32 at = 0; at < f->text.n;) {
    vec_push(&f->starts, at);
    at += (u32)strcspn(f->text.at + at, "\n") + 1;
  }
  return f;
}

static const char *source_line(void *ctx, const char *path, u32 line, size_t *ret_n) {
  DumpedFile *f = open_source(ctx, path);
  if (line < 1 || line > f->starts.n) return NULL;
  const char *at = f->text.at + f->starts.at[line - 1];
  *ret_n = strcspn(at, "\n");
  return at;
}

/* ---- the command --------------------------------------------------------------------------------- */

static Err find_function(const Module *m, const char *name, u32 *ret_fn) {
  u32 fn = module_find_fn(m, name);
  *ret_fn = fn;
  if (fn && m->fns.at[fn].is_defined) return OK;
  Suggestion s = suggestion_for(name);
  for (u32 k = 1; k < m->fns.n; k++)
    if (m->fns.at[k].is_defined) suggestion_offer(&s, m->fns.at[k].name);
  if (!s.best) return err_set(ERR_USAGE, "there is no function '%s' with a body", name);
  return err_set(ERR_USAGE, "there is no function '%s' with a body; did you mean '%s'?", name,
                 s.best);
}

static Err run(const Args *args) {
  cleanup(program_freep) Program *p = NULL;
  cleanup(module_freep) Module *m = NULL;
  cleanup(files_done) DumpedFiles files = {0};
  cleanup(text_free) Text t = {0};
  CompileOptions compile = compile_options_read(args_set(args, &compile_options));
  LowerOptions lowering = compile_lowering(&compile);
  TRY(program_open(&compile, args->operands.at, args->operands.n, &p));
  TRY(program_lower(p, &lowering, &m));
  Source source = {source_line, &files};
  u32 fn = 0;
  if (args_has(args, FUNCTION)) TRY(find_function(m, args_text(args, FUNCTION), &fn));
  if (fn)
    fn_print(m, fn, &source, &t);
  else
    module_print(m, &source, &t);
  fwrite(text_c(&t), 1, t.n, stdout);
  return OK;
}

static void add_groups(GroupList *io) { vec_push(io, &compile_options); }

const Command cmd_dump = {
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Prints the code that nadir runs for a program: the globals with their addresses, then\n"
        "each function with its source lines.  FILEs are C files, LLVM bitcode (.bc) or assembly\n"
        "(.ll), or what 'nadir cc' built: a program, objects, archives.\n"
        "The notes on the right show how many LLVM instructions a jump or call stands for, with\n"
        "those before it, and the number of each place that decides.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = add_groups,
    .run = run,
};
