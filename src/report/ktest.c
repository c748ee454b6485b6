/* ktest.c — encodes and decodes KLEE's test format.
 *
 * A file may come from anywhere, so every count and every length is checked against the bytes that
 * are left before anything is allocated for it.
 */
#include "report/ktest.h"

#include "base/os.h"

#include <stdio.h>
#include <string.h>

enum { VERSION = 3, MAGIC_LENGTH = 5 };

/* ---- writing --------------------------------------------------------------------------------- */

static void put_u32(Text *to, u32 x) {
  char bytes[4] = {(char)(x >> 24), (char)(x >> 16), (char)(x >> 8), (char)x};
  text_add_n(to, bytes, sizeof bytes);
}

static void put_bytes(Text *to, const void *bytes, u32 n) {
  put_u32(to, n);
  text_add_n(to, bytes, n);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct KtestReader {
  const char *name;
  const u8 *start, *at, *end;
} KtestReader;

static Err bad(const KtestReader *r, const char *what) {
  return err_set(ERR_INPUT, "'%s' is no test: %s at byte %zu", r->name, what,
                 (size_t)(r->at - r->start));
}

static Err take_u32(KtestReader *r, const char *what, u32 *ret) {
  if (r->end - r->at < 4) return bad(r, what);
  *ret = (u32)r->at[0] << 24 | (u32)r->at[1] << 16 | (u32)r->at[2] << 8 | r->at[3];
  r->at += 4;
  return OK;
}

/* Borrows the bytes from the file. */
static Err take_bytes(KtestReader *r, const char *what, const u8 **ret, u32 *ret_n) {
  u32 n = 0;
  TRY(take_u32(r, what, &n));
  if (n > (size_t)(r->end - r->at)) return bad(r, what);
  *ret = r->at;
  *ret_n = n;
  r->at += n;
  return OK;
}

static Err take_text(KtestReader *r, const char *what, Text *ret) {
  const u8 *bytes = NULL;
  u32 n = 0;
  TRY(take_bytes(r, what, &bytes, &n));
  if (memchr(bytes, 0, n)) return bad(r, what);
  text_clear(ret);
  text_add_n(ret, (const char *)bytes, n);
  return OK;
}

static Err take_magic(KtestReader *r) {
  if (r->end - r->at < MAGIC_LENGTH ||
      (memcmp(r->at, "KTEST", MAGIC_LENGTH) != 0 && memcmp(r->at, "BOUT\n", MAGIC_LENGTH) != 0))
    return bad(r, "there is no magic 'KTEST'");
  r->at += MAGIC_LENGTH;
  return OK;
}

static Err take_args(KtestReader *r, Ktest *t) {
  cleanup(text_free) Text text = {0};
  u32 n = 0;
  TRY(take_u32(r, "the number of arguments is missing", &n));
  for (u32 i = 0; i < n; i++) {
    TRY(take_text(r, "an argument is cut off or has a zero in it", &text));
    ktest_add_arg(t, text_c(&text));
  }
  return OK;
}

static Err take_objects(KtestReader *r, Ktest *t) {
  cleanup(text_free) Text name = {0};
  u32 n = 0;
  TRY(take_u32(r, "the number of objects is missing", &n));
  for (u32 i = 0; i < n; i++) {
    const u8 *bytes = NULL;
    u32 n_bytes = 0;
    TRY(take_text(r, "the name of an object is cut off or has a zero in it", &name));
    TRY(take_bytes(r, "an object is cut off", &bytes, &n_bytes));
    named_bytes_add(&t->objects, text_c(&name), bytes, n_bytes);
  }
  return OK;
}

static Err take_all(KtestReader *r, Ktest *t) {
  u32 version = 0;
  TRY(take_magic(r));
  TRY(take_u32(r, "the version is missing", &version));
  if (version < 1 || version > VERSION)
    return err_set(ERR_INPUT, "'%s' is a test of version %u; known are 1 to %d", r->name, version,
                   VERSION);
  TRY(take_args(r, t));
  if (version >= 2) {
    TRY(take_u32(r, "the number of symbolic arguments is missing", &t->n_sym_args));
    TRY(take_u32(r, "the length of symbolic arguments is missing", &t->sym_arg_length));
  }
  TRY(take_objects(r, t));
  return r->at == r->end ? OK : bad(r, "something follows the last object");
}

/* ---- public ---------------------------------------------------------------------------------- */

void ktest_add_arg(Ktest *t, const char *arg) { vec_push(&t->args, text_dup(arg)); }

void ktest_begin(Ktest *t, const char *file, u64 size) {
  char word[32];
  snprintf(word, sizeof word, "--size=%ju", (uintmax_t)size);
  ktest_add_arg(t, file);
  ktest_add_arg(t, word);
}

void ktest_free(Ktest *t) {
  for (u32 i = 0; i < t->args.n; i++) mem_free(t->args.at[i]);
  vec_free(&t->args);
  named_bytes_free(&t->objects);
}

void ktest_encode(const Ktest *t, Text *to) {
  text_add(to, "KTEST");
  put_u32(to, VERSION);
  put_u32(to, t->args.n);
  for (u32 i = 0; i < t->args.n; i++) put_bytes(to, t->args.at[i], (u32)strlen(t->args.at[i]));
  put_u32(to, t->n_sym_args);
  put_u32(to, t->sym_arg_length);
  put_u32(to, t->objects.n);
  for (u32 i = 0; i < t->objects.n; i++) {
    const NamedBytes *o = &t->objects.at[i];
    put_bytes(to, o->name, (u32)strlen(o->name));
    put_bytes(to, o->bytes, o->n_bytes);
  }
}

Err ktest_write(const Ktest *t, const char *path) {
  cleanup(text_free) Text bytes = {0};
  ktest_encode(t, &bytes);
  return file_write(path, text_c(&bytes), bytes.n);
}

Err ktest_decode(const char *name, const void *bytes, size_t n_bytes, Ktest *ret) {
  KtestReader r = {name, bytes, bytes, (const u8 *)bytes + n_bytes};
  cleanup(ktest_free) Ktest t = {0};
  TRY(take_all(&r, &t));
  *ret = t;
  t = (Ktest){0};
  return OK;
}

Err ktest_read(const char *path, Ktest *ret) {
  cleanup(text_free) Text bytes = {0};
  TRY(file_read(path, &bytes));
  return ktest_decode(path, text_c(&bytes), bytes.n, ret);
}
