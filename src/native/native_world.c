/* native_world.c — takes arguments and files from a test by the names that the kernel (runtime/posix) and
 * KLEE give them. */
#include "native/native_world.h"

#include "base/os.h"
#include "report/test_file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static Err environment_of(const Recipe *r, Environment *ret) {
  WordList words = {0};
  for (u32 i = 0; i < r->arguments.n; i++) vec_push(&words, r->arguments.at[i]);
  Err err = environment_add_words(ret, &words);
  vec_free(&words);
  TRY(err);
  for (u32 i = 0; i < r->outside.n; i++) TRY(environment_add_line(ret, r->outside.at[i]));
  return OK;
}

bool native_world_is_needed(const Recipe *r) {
  cleanup(environment_done) Environment w = {0};
  return environment_of(r, &w) == OK && environment_is_given(&w);
}

/* ---- the test ------------------------------------------------------------------------------------ */

static const NamedBytes *find(const Ktest *k, const char *name) {
  for (u32 i = 0; i < k->objects.n; i++)
    if (!strcmp(k->objects.at[i].name, name)) return &k->objects.at[i];
  return NULL;
}

static bool begins_with(const char *name, const char *start) {
  return !strncmp(name, start, strlen(start));
}

static bool is_file(const char *name, const char *end) {
  return isupper((unsigned char)*name) && text_ends_in(name, end);
}

static bool is_arg(const char *name) {
  return begins_with(name, "arg") && isdigit((unsigned char)name[3]);
}

static bool is_variable(const char *name) { return begins_with(name, "env_"); }

bool native_world_is_outside(const char *name) {
  return is_file(name, "_data") || is_file(name, "_stat") || is_arg(name) ||
         begins_with(name, "n_args") || begins_with(name, "stdin") || begins_with(name, "fail_") ||
         is_variable(name) || !strcmp(name, NADIR_SHAPE_INPUT) || begins_with(name, "has_env_") ||
         !strcmp(name, "model_version");
}

bool native_world_is_stream(const char *name) {
  return is_file(name, "_data") || !strcmp(name, "stdin");
}

bool native_world_is_bytes(const char *name) {
  return native_world_is_stream(name) || is_arg(name) || is_variable(name);
}

bool native_world_is_metadata(const Environment *w, const char *name) {
  bool is_stat = is_file(name, "_data_stat") || !strcmp(name, "stdin_stat");
  return environment_is_given(w) &&
         ((is_stat && !environment_has(w, NADIR_WORLD_SYM_STAT)) || !strcmp(name, "model_version"));
}

/* Whatever the last byte of an argument or a variable is, the machine has a 0 there. */
u32 native_world_length(const char *name, const void *bytes, u32 n_bytes) {
  return (is_arg(name) || is_variable(name)) && n_bytes ? (u32)strnlen(bytes, n_bytes - 1)
                                                        : n_bytes;
}

static Err missing(const char *name) {
  return err_set(ERR_INPUT, "the test has no '%s', which the program's arguments ask for", name);
}

/* As the main of a fuzz target calls its input (runtime/harness.c). */
static const char fuzz_data[] = "data";

/* Of a test whose outside is not known, an input called as one of it may as well be the program's own. */
static void add_rest(const Ktest *k, bool is_known, NativeWorld *s) {
  cleanup(ktest_free) Ktest rest = {0};
  for (u32 i = 0; i < k->args.n; i++) ktest_add_arg(&rest, k->args.at[i]);
  for (u32 i = 0; i < k->objects.n; i++) {
    const NamedBytes *o = &k->objects.at[i];
    const char *name = *o->name ? o->name : fuzz_data;
    if (!is_known || !native_world_is_outside(o->name))
      named_bytes_add(&rest.objects, name, o->bytes, o->n_bytes);
  }
  s->has_rest = rest.objects.n;
  cleanup(text_free) Text bytes = {0};
  ktest_encode(&rest, &bytes);
  sandbox_file_add(&s->files, sandbox_test_path(), S_IFREG | 0444, text_c(&bytes), bytes.n);
}

/* ---- arguments ----------------------------------------------------------------------------------- */

typedef struct Builder {
  const Ktest *test; /* borrowed */
  NativeWorld *to;   /* borrowed */
  u32 n_args, n_counts;
} Builder;

static Err add_argument(Builder *m) {
  char name[20];
  snprintf(name, sizeof name, "arg%02u", m->n_args++);
  const NamedBytes *o = find(m->test, name);
  if (!o) return missing(name);
  cleanup(text_free) Text word = {0};
  text_add_n(&word, (const char *)o->bytes, native_world_length(name, o->bytes, o->n_bytes));
  names_add(&m->to->words, text_c(&word));
  /* Bytes that no decision of the path depends on are 0 in tests. */
  for (u32 i = (u32)word.n; i + 1 < o->n_bytes; i++) m->to->reads_behind |= o->bytes[i] != 0;
  return OK;
}

static Err add_several(Builder *m) {
  char name[20] = "n_args";
  if (m->n_counts) snprintf(name, sizeof name, "n_args_%u", m->n_counts);
  m->n_counts++;
  const NamedBytes *o = find(m->test, name);
  u32 n = 0;
  if (!o || o->n_bytes != sizeof n) return missing(name);
  memcpy(&n, o->bytes, sizeof n);
  for (u32 i = 0; i < n; i++) TRY(add_argument(m));
  return OK;
}

/* A test has the value of a variable only if it is set. */
static void add_variables(Builder *m) {
  for (u32 i = 0; i < m->test->objects.n; i++) {
    const NamedBytes *o = &m->test->objects.at[i];
    if (!is_variable(o->name)) continue;
    cleanup(text_free) Text setting = text_format("%s=", o->name + strlen("env_"));
    text_add_n(&setting, (const char *)o->bytes,
               native_world_length(o->name, o->bytes, o->n_bytes));
    names_add(&m->to->variables, text_c(&setting));
  }
}

/* ---- files --------------------------------------------------------------------------------------- */

/* Permissions and times as the test has them; who owns it cannot be chosen. */
static void set_stat(const Builder *m, const char *name, SandboxFile *f) {
  struct stat s;
  const NamedBytes *o = find(m->test, name);
  if (!o || o->n_bytes != sizeof s) return;
  memcpy(&s, o->bytes, sizeof s);
  f->has_times = true;
  f->times[0] = s.st_atim;
  f->times[1] = s.st_mtim;
  f->mode = S_IFREG | (s.st_mode & 0777);
}

static Err add_symbolic_files(Builder *m, u32 n) {
  for (u32 i = 0; i < n; i++) {
    char data[20], stat_name[30], path[] = {(char)('A' + i), 0};
    snprintf(data, sizeof data, "%c_data", 'A' + (int)i);
    snprintf(stat_name, sizeof stat_name, "%s_stat", data);
    const NamedBytes *o = find(m->test, data);
    if (!o) return missing(data);
    sandbox_file_add(&m->to->files, path, S_IFREG | 0644, o->bytes, o->n_bytes);
    set_stat(m, stat_name, &vec_last(&m->to->files));
  }
  return OK;
}

static void add_usual_files(const Builder *m) {
#define USUAL_FILE(path, mode, contents) \
  sandbox_file_add(&m->to->files, path, mode, contents, strlen(contents));
#include <nadir/usual_files.def>
#undef USUAL_FILE
}

/* The machine's working folder is /nadir. */
static Err add_file(Builder *m, const EnvironmentItem *item) {
  const char *name = begins_with(item->text, "/nadir/") ? item->text + 7 : item->text;
  if (*name == '/' || strstr(name, "..")) {
    m->to->lacks_files = true;
    return OK;
  }
  cleanup(text_free) Text bytes = {0};
  struct stat s;
  TRY(file_read(item->host, &bytes));
  u32 mode = stat(item->host, &s) ? 0644 : s.st_mode & 0777;
  sandbox_file_add(&m->to->files, name, S_IFREG | mode, text_c(&bytes), bytes.n);
  return OK;
}

static Err add_input(Builder *m, const EnvironmentItem *item) {
  const NamedBytes *o = item->host ? NULL : find(m->test, "stdin");
  if (!item->host && !o) return missing("stdin");
  text_free(&m->to->input);
  m->to->has_input = true;
  if (item->host) return file_read(item->host, &m->to->input);
  text_add_n(&m->to->input, (const char *)o->bytes, o->n_bytes);
  return OK;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static Err add_item(Builder *m, const EnvironmentItem *item) {
  switch (item->kind) {
  case NADIR_WORLD_ARG:
    names_add(&m->to->words, item->text);
    return OK;
  case NADIR_WORLD_ENV:
    names_add(&m->to->variables, item->text);
    return OK;
  case NADIR_WORLD_SYM_ENV:
    add_variables(m);
    return OK;
  case NADIR_WORLD_SYM_ARG:
    return add_argument(m);
  case NADIR_WORLD_SYM_ARGS:
    return add_several(m);
  case NADIR_WORLD_SYM_FILES:
    return add_symbolic_files(m, item->numbers[0]);
  case NADIR_WORLD_FILE:
    return add_file(m, item);
  case NADIR_WORLD_USUAL_FILES:
    add_usual_files(m);
    return OK;
  case NADIR_WORLD_STDIN:
  case NADIR_WORLD_SYM_STDIN:
    return add_input(m, item);
  case NADIR_WORLD_SYM_STDOUT:
    m->to->output_is_file = true;
    return OK;
  case NADIR_WORLD_END:
  case NADIR_WORLD_SHAPES:
  case NADIR_WORLD_SYM_STAT:
  case NADIR_WORLD_FAIL_CALLS:
    return OK;
  }
  return OK;
}

/* The one that the test is about; 0: there is only one. */
static Err shape_of(const Environment *w, const Ktest *k, u32 *ret) {
  const NamedBytes *o = find(k, NADIR_SHAPE_INPUT);
  *ret = w->n_shapes;
  if (w->n_shapes < 2) return OK;
  if (!o || !o->n_bytes) return missing(NADIR_SHAPE_INPUT);
  *ret = 1 + o->bytes[0] % w->n_shapes;
  return OK;
}

static Err add_items(Builder *m, const Environment *w) {
  u32 shape;
  TRY(shape_of(w, m->test, &shape));
  for (u32 i = 0; i < w->items.n; i++)
    if (!w->items.at[i].shape || w->items.at[i].shape == shape) TRY(add_item(m, &w->items.at[i]));
  return OK;
}

static void set_input(Builder *m, const NamedBytes *o) {
  m->to->has_input = true;
  text_free(&m->to->input);
  m->to->input = (Text){0};
  text_add_n(&m->to->input, (const char *)o->bytes, o->n_bytes);
}

/* The recipe does not say which environment the program had: it gets everything that is in the test. */
static Err add_all(Builder *m) {
  u32 n_files = 0;
  for (u32 i = 0; i < m->test->objects.n; i++) {
    const NamedBytes *o = &m->test->objects.at[i];
    if (is_arg(o->name)) TRY(add_argument(m));
    if (!strcmp(o->name, "stdin")) set_input(m, o);
    n_files += is_file(o->name, "_data");
  }
  add_variables(m);
  return add_symbolic_files(m, n_files);
}

/* The command line that KLEE keeps in a test has the words that made its inputs. */
static bool add_words_of(const Ktest *k, Environment *io) {
  WordList words = {0};
  bool has_symbolic = false;
  for (u32 i = 1; i < k->args.n; i++) {
    has_symbolic |= environment_word_length(k->args.at[i]) > 0;
    vec_push(&words, k->args.at[i]);
  }
  bool is_taken = has_symbolic && environment_add_words(io, &words) == OK;
  vec_free(&words);
  return is_taken;
}

/* The bytes of one input go to standard input, where a program has it, or to its file. */
static void name_raw(const Environment *w, Ktest *io) {
  for (u32 i = 0; i < io->objects.n; i++) {
    NamedBytes *o = &io->objects.at[i];
    bool has_input = environment_has(w, NADIR_WORLD_SYM_STDIN);
    if (*o->name || (!has_input && !environment_has(w, NADIR_WORLD_SYM_FILES))) continue;
    mem_free((char *)o->name);
    o->name = text_dup(has_input ? "stdin" : "A_data");
  }
}

bool native_world_is_in(const Ktest *test) {
  for (u32 i = 0; i < test->objects.n; i++)
    if (!*test->objects.at[i].name || native_world_is_outside(test->objects.at[i].name))
      return true;
  return false;
}

Err native_world_make(const Recipe *r, const Ktest *test, bool guesses, NativeWorld *ret) {
  cleanup(native_world_done) NativeWorld s = {0};
  cleanup(environment_done) Environment w = {0};
  cleanup(ktest_free) Ktest k = {0};
  TRY(environment_of(r, &w));
  for (u32 i = 0; i < test->args.n; i++) ktest_add_arg(&k, test->args.at[i]);
  named_bytes_add_all(&k.objects, &test->objects);
  bool is_known = !guesses || environment_is_given(&w) || add_words_of(&k, &w);
  name_raw(&w, &k);
  Builder m = {.test = &k, .to = &s};
  TRY(add_items(&m, &w));
  if (!is_known) TRY(add_all(&m));
  for (u32 i = 0; i < k.objects.n; i++) {
    const NamedBytes *o = &k.objects.at[i];
    if (!*o->name) set_input(&m, o); /* and data, if it is a fuzz target */
    s.has_failures |= begins_with(o->name, "fail_") && o->n_bytes == 1 && o->bytes[0];
  }
  add_rest(&k, is_known, &s);
  *ret = s;
  s = (NativeWorld){0};
  return OK;
}

void native_world_done(NativeWorld *s) {
  sandbox_files_free(&s->files);
  text_free(&s->input);
  names_free(&s->words);
  names_free(&s->variables);
}
