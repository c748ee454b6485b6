/* corpus.c — writes inputs that somebody chose; what the kernel notes about files, how many arguments there are,
 * and what memory held that nobody wrote, no fuzzer can give to a program. */
#include "record/corpus.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/os.h"
#include "native/native_world.h"
#include "report/outdir.h"
#include "report/test_file.h"
#include "vm/memory/uninit.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

typedef struct Corpus {
  const char *tests; /* borrowed */
  bool has_outside;
  OutDir to; /* owned */
  Map known; /* hashes of what is written */
  Text only; /* owned; the name of the input that all tests have; "": there are several */
  u64 n_written, n_equal;
} Corpus;

static bool is_input(const Corpus *c, const NamedBytes *o) {
  if (!strncmp(o->name, UNINIT_PREFIX, strlen(UNINIT_PREFIX))) return false;
  return !c->has_outside || !native_world_is_outside(o->name) || native_world_is_bytes(o->name);
}

static u32 length_of(const Corpus *c, const NamedBytes *o) {
  return c->has_outside ? native_world_length(o->name, o->bytes, o->n_bytes) : o->n_bytes;
}

/* The names of inputs may have anything in them. */
static void add_file_name(const char *name, Text *to) {
  if (*name == '.' || !*name) text_add_char(to, '_');
  for (; *name; name++) text_add_char(to, *name == '/' ? '_' : *name);
}

static Err write_input(Corpus *c, const char *test, const NamedBytes *o) {
  cleanup(text_free) Text path = {0};
  u32 n = length_of(c, o);
  bool is_new;
  text_addf(&path, "%s/", text_c(&c->to.path));
  if (!c->only.n) {
    add_file_name(o->name, &path);
    TRY(folder_make(text_c(&path)));
    text_add_char(&path, '/');
  }
  u64 place = hash_bytes(text_c(&path), path.n);
  map_at(&c->known, hash_pair(place, hash_bytes((const char *)o->bytes, n)), &is_new);
  if (!is_new) {
    c->n_equal++;
    return OK;
  }
  c->n_written++;
  text_addf(&path, "%.*s", (int)(strlen(test) - strlen(".ktest")), test);
  return file_write(text_c(&path), o->bytes, n);
}

static Err read_test(const Corpus *c, const char *name, Ktest *ret) {
  cleanup(text_free) Text path = text_format("%s/%s", c->tests, name);
  TestForm form;
  return test_file_read(text_c(&path), ret, &form);
}

typedef Err Visit(Corpus *c, const char *test, const NamedBytes *o);

static Err visit_tests(Corpus *c, struct dirent **files, int n, Visit *visit) {
  for (int i = 0; i < n; i++) {
    cleanup(ktest_free) Ktest k = {0};
    TRY(read_test(c, files[i]->d_name, &k));
    for (u32 j = 0; j < k.objects.n; j++)
      if (is_input(c, &k.objects.at[j])) TRY(visit(c, files[i]->d_name, &k.objects.at[j]));
  }
  return OK;
}

/* `known` has the names here. */
static Err note_name(Corpus *c, const char *test, const NamedBytes *o) {
  (void)test;
  map_put(&c->known, hash_bytes(o->name, strlen(o->name)), 1);
  text_clear(&c->only);
  text_add(&c->only, o->name);
  return OK;
}

static int is_test(const struct dirent *d) { return text_ends_in(d->d_name, ".ktest"); }

static Err write_all(Corpus *c, struct dirent **files, int n, const char *dir) {
  TRY(visit_tests(c, files, n, note_name));
  if (c->known.n != 1) text_clear(&c->only);
  map_done(&c->known);
  c->known = (Map){0};
  TRY(outdir_make(dir, &c->to));
  return visit_tests(c, files, n, write_input);
}

Err corpus_write(const char *tests, const Recipe *r, const char *dir, Text *ret_said) {
  struct dirent **files = NULL;
  Corpus c = {.tests = tests, .has_outside = native_world_is_needed(r)};
  int n = scandir(tests, &files, is_test, alphasort);
  Err err = n < 0 ? file_error("read the folder", tests) : write_all(&c, files, n, dir);
  for (int i = 0; i < n; i++) free(files[i]);
  free(files);
  if (err == OK) {
    text_addf(ret_said, "corpus: %ju input%s in %s", (uintmax_t)c.n_written,
              c.n_written == 1 ? "" : "s", text_c(&c.to.path));
    if (c.n_equal) text_addf(ret_said, "; %ju more are equal to one of them", (uintmax_t)c.n_equal);
    text_add_char(ret_said, '\n');
  }
  map_done(&c.known);
  text_free(&c.only);
  outdir_done(&c.to);
  return err;
}
