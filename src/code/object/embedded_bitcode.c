/* embedded_bitcode.c — writes and reads pieces; a piece that is not whole and unchanged is an error. */
#include "code/object/embedded_bitcode.h"

#include "base/hash.h"

#include <string.h>

const char embedded_section[] = ".nadir.bitcode";

static const char magic[8] = "\x7fnadir\r\n";

typedef struct EmbeddedHeader {
  char magic[8];
  u32 format, kind, llvm, n_name;
  u64 n_bytes, hash;
} EmbeddedHeader;

enum { ALIGNMENT = 8 };

static u64 hash_of(EmbeddedHeader h, Bytes name, Bytes contents) {
  h.hash = 0;
  u64 head = hash_pair(hash_bytes(&h, sizeof h), hash_bytes(name.at, name.n));
  return hash_pair(head, hash_bytes(contents.at, contents.n));
}

void embedded_write(Text *t, const EmbeddedBitcode *p) {
  assert(p->kind < EMBEDDED_KINDS);
  EmbeddedHeader h = {.format = EMBEDDED_FORMAT,
                      .kind = p->kind,
                      .llvm = p->llvm,
                      .n_name = (u32)p->name.n,
                      .n_bytes = p->contents.n};
  memcpy(h.magic, magic, sizeof magic);
  h.hash = hash_of(h, p->name, p->contents);
  text_add_n(t, (const char *)&h, sizeof h);
  text_add_n(t, (const char *)p->name.at, p->name.n);
  text_add_n(t, (const char *)p->contents.at, p->contents.n);
  while (t->n % ALIGNMENT) text_add_char(t, 0);
}

static Err damaged(const EmbeddedBitcodeWalk *w, const char *what) {
  return err_set(ERR_INPUT, "'%s' is damaged: in its section %s %s", w->path, embedded_section,
                 what);
}

static Bytes take(Bytes *io, u64 n) {
  assert(n <= io->n);
  Bytes taken = {io->at, n};
  io->at += n;
  io->n -= n;
  return taken;
}

static Err check_header(const EmbeddedBitcodeWalk *w, const EmbeddedHeader *h) {
  if (memcmp(h->magic, magic, sizeof magic))
    return damaged(w, "something is not bitcode of nadir cc");
  if (h->format != EMBEDDED_FORMAT)
    return err_set(ERR_INPUT, "'%s' was built by another version of nadir cc: build it again",
                   w->path);
  if (h->n_name > w->left.n || h->n_bytes > w->left.n - h->n_name)
    return damaged(w, "a piece is cut off");
  return OK;
}

Err embedded_next(EmbeddedBitcodeWalk *w, EmbeddedBitcode *ret, bool *ret_has) {
  EmbeddedHeader h;
  for (u32 i = 0; i < ALIGNMENT && w->left.n && !*w->left.at; i++) take(&w->left, 1);
  *ret_has = w->left.n;
  if (!w->left.n) return OK;
  if (w->left.n < sizeof h) return damaged(w, "the last piece is cut off");
  memcpy(&h, take(&w->left, sizeof h).at, sizeof h);
  TRY(check_header(w, &h));
  EmbeddedBitcode p = {.kind = (EmbeddedKind)h.kind, .llvm = h.llvm};
  p.name = take(&w->left, h.n_name);
  p.contents = take(&w->left, h.n_bytes);
  if (h.hash != hash_of(h, p.name, p.contents)) return damaged(w, "a piece has changed");
  if (h.kind >= EMBEDDED_KINDS) return damaged(w, "a piece is of an unknown kind");
  *ret = p;
  return OK;
}
