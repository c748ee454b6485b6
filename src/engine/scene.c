/* scene.c — takes arguments and files from a test by the names that the kernel (runtime/posix) and
 * KLEE give them. */
#include "engine/scene.h"

#include "base/os.h"
#include "engine/outdir.h"
#include "report/ktest.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Err world_of(const Recipe *r, World *ret) {
  WordList words = {0};
  for (u32 i = 0; i < r->arguments.n; i++) vec_push(&words, r->arguments.at[i]);
  Err err = world_add_words(ret, &words);
  vec_free(&words);
  TRY(err);
  for (u32 i = 0; i < r->outside.n; i++) TRY(world_add_line(ret, r->outside.at[i]));
  return OK;
}

bool scene_is_needed(const Recipe *r) {
  cleanup(world_done) World w = {0};
  return world_of(r, &w) == OK && world_is_told(&w);
}

/* ---- the test ------------------------------------------------------------------------------------ */

static const KtestObject *find(const Ktest *k, const char *name) {
  for (u32 i = 0; i < k->objects.n; i++)
    if (!strcmp(k->objects.at[i].name, name)) return &k->objects.at[i];
  return NULL;
}

static bool ends_in(const char *name, const char *end) {
  size_t n = strlen(name), k = strlen(end);
  return n >= k && !strcmp(name + n - k, end);
}

static bool begins_with(const char *name, const char *start) {
  return !strncmp(name, start, strlen(start));
}

static bool is_file(const char *name, const char *end) {
  return isupper((unsigned char)*name) && ends_in(name, end);
}

static bool is_arg(const char *name) {
  return begins_with(name, "arg") && isdigit((unsigned char)name[3]);
}

static bool is_variable(const char *name) {
  return begins_with(name, "env_");
}

/* What the kernel made, and not the program. */
static bool is_outside(const char *name) {
  return is_file(name, "_data") || is_file(name, "_stat") || is_arg(name) ||
         begins_with(name, "n_args") || begins_with(name, "stdin") || begins_with(name, "fail_") ||
         is_variable(name) || !strcmp(name, NADIR_SHAPE_INPUT) || begins_with(name, "has_env_") ||
         !strcmp(name, "model_version");
}

bool scene_is_bytes(const char *name) {
  return is_file(name, "_data") || is_arg(name) || is_variable(name) || !strcmp(name, "stdin");
}

bool scene_is_told(const World *w, const char *name) {
  bool is_stat = is_file(name, "_data_stat") || !strcmp(name, "stdin_stat");
  return world_is_told(w) &&
         ((is_stat && !world_has(w, NADIR_WORLD_SYM_STAT)) || !strcmp(name, "model_version"));
}

/* Whatever the last byte of an argument or a variable is, the machine has a 0 there. */
u32 scene_length(const char *name, const void *bytes, u32 n_bytes) {
  return (is_arg(name) || is_variable(name)) && n_bytes ? (u32)strnlen(bytes, n_bytes - 1)
                                                        : n_bytes;
}

static Err missing(const char *name) {
  return err_set(ERR_INPUT, "the test has no '%s', which the program's arguments ask for", name);
}

static Err write_rest(const Ktest *k, Scene *s) {
  cleanup(ktest_free) Ktest rest = {0};
  for (u32 i = 0; i < k->args.n; i++) ktest_add_arg(&rest, k->args.at[i]);
  for (u32 i = 0; i < k->objects.n; i++) {
    const KtestObject *o = &k->objects.at[i];
    if (!is_outside(o->name)) ktest_add_object(&rest, o->name, o->bytes, o->n_bytes);
  }
  s->has_rest = rest.objects.n;
  return ktest_write(&rest, text_c(&s->test));
}

/* ---- arguments ----------------------------------------------------------------------------------- */

typedef struct Making {
  const Ktest *test; /* borrowed */
  Scene *scene;      /* borrowed */
  u32 n_args, n_counts;
} Making;

static Err add_argument(Making *m) {
  char name[20];
  snprintf(name, sizeof name, "arg%02u", m->n_args++);
  const KtestObject *o = find(m->test, name);
  if (!o) return missing(name);
  cleanup(text_free) Text word = {0};
  text_add_n(&word, (const char *)o->bytes, scene_length(name, o->bytes, o->n_bytes));
  words_add(&m->scene->words, text_c(&word));
  /* Bytes that no decision of the path depends on are 0 in tests. */
  for (u32 i = (u32)word.n; i + 1 < o->n_bytes; i++) m->scene->reads_behind |= o->bytes[i] != 0;
  return OK;
}

static Err add_several(Making *m) {
  char name[20] = "n_args";
  if (m->n_counts) snprintf(name, sizeof name, "n_args_%u", m->n_counts);
  m->n_counts++;
  const KtestObject *o = find(m->test, name);
  u32 n = 0;
  if (!o || o->n_bytes != sizeof n) return missing(name);
  memcpy(&n, o->bytes, sizeof n);
  for (u32 i = 0; i < n; i++) TRY(add_argument(m));
  return OK;
}

/* A test has the value of a variable only if it is set. */
static void add_variables(Making *m) {
  for (u32 i = 0; i < m->test->objects.n; i++) {
    const KtestObject *o = &m->test->objects.at[i];
    if (!is_variable(o->name)) continue;
    cleanup(text_free) Text setting = {0};
    text_addf(&setting, "%s=", o->name + strlen("env_"));
    text_add_n(&setting, (const char *)o->bytes, scene_length(o->name, o->bytes, o->n_bytes));
    words_add(&m->scene->environment, text_c(&setting));
  }
}

/* ---- files --------------------------------------------------------------------------------------- */

/* With the folders that lead to it. */
static Err put_file(const char *path, const void *bytes, size_t n) {
  cleanup(freep) char *part = text_dup(path);
  for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(part, 0755);
    *slash = '/';
  }
  return file_write(path, bytes, n);
}

/* Permissions and times as the test has them; who owns it cannot be chosen. */
static void set_stat(const Making *m, const char *path, const char *name) {
  struct stat s;
  const KtestObject *o = find(m->test, name);
  if (!o || o->n_bytes != sizeof s) return;
  memcpy(&s, o->bytes, sizeof s);
  struct timespec times[] = {s.st_atim, s.st_mtim};
  utimensat(AT_FDCWD, path, times, 0);
  chmod(path, s.st_mode & 0777);
}

static Err add_symbolic_files(Making *m, u32 n) {
  for (u32 i = 0; i < n; i++) {
    char data[20], stat_name[30];
    cleanup(text_free) Text path = {0};
    snprintf(data, sizeof data, "%c_data", 'A' + (int)i);
    snprintf(stat_name, sizeof stat_name, "%s_stat", data);
    const KtestObject *o = find(m->test, data);
    if (!o) return missing(data);
    text_addf(&path, "%s/%c", text_c(&m->scene->files), 'A' + (int)i);
    TRY(put_file(text_c(&path), o->bytes, o->n_bytes));
    set_stat(m, text_c(&path), stat_name);
  }
  return OK;
}

static Err add_usual_file(const Making *m, const char *name, u32 mode, const char *contents) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/%s", text_c(&m->scene->files), name);
  if (S_ISLNK(mode)) return symlink(contents, text_c(&path)) ? os_error("make a link") : OK;
  TRY(put_file(text_c(&path), contents, strlen(contents)));
  chmod(text_c(&path), mode & 0777);
  return OK;
}

static Err add_usual_files(const Making *m) {
#define USUAL_FILE(path, mode, contents) TRY(add_usual_file(m, path, mode, contents));
#include <nadir/usual_files.def>
#undef USUAL_FILE
  return OK;
}

/* The machine's working folder is /nadir. */
static Err add_file(Making *m, const WorldItem *item) {
  const char *name = begins_with(item->text, "/nadir/") ? item->text + 7 : item->text;
  if (*name == '/' || strstr(name, "..")) {
    m->scene->lacks_files = true;
    return OK;
  }
  cleanup(text_free) Text path = {0}, bytes = {0};
  TRY(file_read(item->host, &bytes));
  text_addf(&path, "%s/%s", text_c(&m->scene->files), name);
  TRY(put_file(text_c(&path), text_c(&bytes), bytes.n));
  struct stat s;
  if (!stat(item->host, &s)) chmod(text_c(&path), s.st_mode & 0777);
  return OK;
}

static Err add_input(Making *m, const WorldItem *item) {
  const KtestObject *o = item->host ? NULL : find(m->test, "stdin");
  cleanup(text_free) Text bytes = {0};
  if (!item->host && !o) return missing("stdin");
  if (item->host) TRY(file_read(item->host, &bytes));
  if (o) text_add_n(&bytes, (const char *)o->bytes, o->n_bytes);
  text_addf(&m->scene->input, "%s/stdin", text_c(&m->scene->folder));
  return file_write(text_c(&m->scene->input), text_c(&bytes), bytes.n);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static Err add_item(Making *m, const WorldItem *item) {
  switch (item->kind) {
  case NADIR_WORLD_ARG:
    words_add(&m->scene->words, item->text);
    return OK;
  case NADIR_WORLD_ENV:
    words_add(&m->scene->environment, item->text);
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
    return add_usual_files(m);
  case NADIR_WORLD_STDIN:
  case NADIR_WORLD_SYM_STDIN:
    return add_input(m, item);
  case NADIR_WORLD_SYM_STDOUT:
    text_clear(&m->scene->output);
    text_addf(&m->scene->output, "%s/stdout", text_c(&m->scene->folder));
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
static Err shape_of(const World *w, const Ktest *k, u32 *ret) {
  const KtestObject *o = find(k, NADIR_SHAPE_INPUT);
  *ret = w->n_shapes;
  if (w->n_shapes < 2) return OK;
  if (!o || !o->n_bytes) return missing(NADIR_SHAPE_INPUT);
  *ret = 1 + o->bytes[0] % w->n_shapes;
  return OK;
}

static Err make_folders(Scene *s) {
  TRY(tempdir_make(&s->folder));
  text_addf(&s->files, "%s/nadir", text_c(&s->folder));
  text_addf(&s->test, "%s/test.ktest", text_c(&s->folder));
  if (mkdir(text_c(&s->files), 0755)) return os_error("make a folder");
  return OK;
}

Err scene_make(const Recipe *r, const char *test, Scene *ret) {
  cleanup(scene_done) Scene s = {0};
  cleanup(world_done) World w = {0};
  cleanup(ktest_free) Ktest k = {0};
  TRY(ktest_read(test, &k));
  TRY(world_of(r, &w));
  TRY(make_folders(&s));
  Making m = {.test = &k, .scene = &s};
  u32 shape;
  TRY(shape_of(&w, &k, &shape));
  for (u32 i = 0; i < w.items.n; i++)
    if (!w.items.at[i].shape || w.items.at[i].shape == shape) TRY(add_item(&m, &w.items.at[i]));
  for (u32 i = 0; i < k.objects.n; i++) {
    const KtestObject *o = &k.objects.at[i];
    s.has_failures |= begins_with(o->name, "fail_") && o->n_bytes == 1 && o->bytes[0];
  }
  TRY(write_rest(&k, &s));
  *ret = s;
  s = (Scene){0};
  return OK;
}

void scene_done(Scene *s) {
  tempdir_remove(&s->folder);
  text_free(&s->files);
  text_free(&s->input);
  text_free(&s->output);
  text_free(&s->test);
  words_free(&s->words);
  words_free(&s->environment);
}
