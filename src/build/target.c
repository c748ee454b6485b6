/* target.c — compiles and lowers the files of a target, with its probe in them.
 *
 * The types of a call's inputs are read from globals that its main has for that purpose, before
 * the program is lowered.
 */
#include "build/target.h"

#include "build/harness.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

const UserCall *target_call(const Target *t) { return t->call.text ? &t->call : NULL; }

static void close_code(Target *t) {
  names_free(&t->files);
  t->files = (Names){0};
  vec_free(&t->words);
  t->module = module_free(t->module);
  t->types = ctypes_free(t->types);
  vec_free(&t->input_types);
  text_free(&t->stored);
  t->stored = (Text){0};
}

Err target_probed(const Target *t, const Probe *probes, u32 n, Module **ret) {
  cleanup(program_freep) Program *p = NULL;
  CompileOptions compile = t->compile;
  LowerOptions lowering = compile_lowering(&compile);
  compile.is_silent = true; /* clang has printed its warnings */
  TRY(program_open_files(&compile, (const char *const *)t->files.at, t->files.n, &p));
  environment_link(&t->environment, p);
  for (u32 i = 0; i < n; i++) {
    Probe probe = probes[i];
    if (t->call.text) probe.is_skipped = call_is_own;
    TRY(program_probe(p, &probe));
  }
  TRY(program_finish(&compile, p));
  return program_lower(p, &lowering, ret);
}

Err target_open(Target *t, OutDir *out) {
  close_code(t);
  TRY(harness_files(target_call(t), &t->sources, out, &t->files));
  vec_push(&t->words, t->files.at[0]);
  vec_append(&t->words, t->arguments.at, t->arguments.n);
  TRY(environment_encode(&t->environment));
  cleanup(program_freep) Program *p = NULL;
  LowerOptions lowering = compile_lowering(&t->compile);
  Probe probe = t->probe;
  if (t->call.text) probe.is_skipped = call_is_own;
  TRY(program_open_files(&t->compile, (const char *const *)t->files.at, t->files.n, &p));
  /* Of a call from the globals that its main has for that, else from what the harness does. */
  t->types = t->call.text ? program_types(p) : program_inputs(p);
  for (u32 i = 0; i < t->call.inputs.n; i++) {
    cleanup(text_free) Text name = text_format("nadir_call_type_%u", i);
    const CType *type = ctypes_global(t->types, p, text_c(&name));
    vec_push(&t->input_types, type ? ctype_plain(type)->to : NULL);
  }
  environment_link(&t->environment, p);
  TRY(program_probe(p, &probe));
  TRY(program_finish(&t->compile, p));
  if (t->is_to_travel) program_store(p, &t->stored);
  return program_lower(p, &lowering, &t->module);
}

Err target_read_words(Target *t, const WordList *first, const WordList *rest,
                      const OptionSet *outside) {
  vec_append(&t->arguments, first->at, first->n);
  vec_append(&t->arguments, rest->at, rest->n);
  TRY(environment_add_words(&t->environment, &t->arguments));
  return environment_add_options(&t->environment, outside);
}

void target_configure(const Target *t, VmConfig *io) {
  io->args = t->words.at;
  io->n_args = t->words.n;
  if (!environment_is_given(&t->environment)) return;
  io->world = (const u8 *)t->environment.records.at;
  io->n_world_bytes = t->environment.records.n;
}

void target_done(Target *t) {
  close_code(t);
  call_done(&t->call);
  vec_free(&t->sources);
  vec_free(&t->arguments);
  environment_done(&t->environment);
}

Err target_check_size(const Target *t, u64 size) {
  cleanup(shapes_done) Shapes shapes = {0};
  return t->call.text ? call_shapes(&t->call, t->module, size, &shapes) : OK;
}

Recipe target_recipe(const Target *t) {
  Recipe r = {0};
  char folder[PATH_MAX];
  r.folder = text_dup(getcwd(folder, sizeof folder) ? folder : ".");
  for (u32 i = 0; i < t->files.n; i++) names_add(&r.files, t->files.at[i]);
  compile_flags(&t->compile, &r.flags);
  harness_flags(target_call(t), &r.flags);
  for (u32 i = 0; i < t->arguments.n; i++) names_add(&r.arguments, t->arguments.at[i]);
  environment_lines(&t->environment, &r.outside);
  return r;
}

Err target_of_recipe(const Recipe *r, Target *ret) {
  cleanup(target_done) Target t = {.compile = {.flags = &r->flags, .is_silent = true}};
  for (u32 i = 0; i < r->flags.n; i++)
    if (!strncmp(r->flags.at[i], "-O", 2)) t.compile.level = r->flags.at[i] + 2;
  for (u32 i = 0; i < r->files.n; i++) vec_push(&t.sources, r->files.at[i]);
  for (u32 i = 0; i < r->arguments.n; i++) vec_push(&t.arguments, r->arguments.at[i]);
  TRY(environment_add_words(&t.environment, &t.arguments));
  for (u32 i = 0; i < r->outside.n; i++)
    TRY(environment_add_line(&t.environment, r->outside.at[i]));
  *ret = t;
  t = (Target){0};
  return OK;
}

Err target_open_types(Target *t) {
  cleanup(program_freep) Program *p = NULL;
  TRY(program_open_files(&t->compile, t->sources.at, t->sources.n, &p));
  t->types = program_inputs(p);
  return OK;
}
