/* objects.c — links the pieces of bitcode that executables, objects and archives carry.
 *
 * What a linker has put into an executable is there once and is needed; only an archive holds more
 * than the program takes.  Which members it takes is decided by the symbols of their machine code,
 * as the linker of the native program does.  Members may also be plain bitcode (llvm-ar).
 */
#include "code/object/objects.h"

#include "base/os.h"
#include "code/object/archive.h"
#include "code/object/embedded_bitcode.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first bytes of a file; it may have fewer.  (We do not wait for a pipe.) */
typedef struct FileHead {
  u8 at[64];
  Bytes bytes;
} FileHead;

static void read_head(const char *path, FileHead *ret) {
  cleanup(fd_close) int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about;
  bool is_file = fd >= 0 && !fstat(fd, &about) && S_ISREG(about.st_mode);
  ssize_t n = is_file ? read(fd, ret->at, sizeof ret->at) : 0;
  ret->bytes = (Bytes){ret->at, n > 0 ? (size_t)n : 0};
}

bool object_is(const char *path) {
  FileHead h;
  read_head(path, &h);
  return elf_is(h.bytes) || archive_is(h.bytes);
}

bool object_is_program(const char *path) {
  FileHead h;
  read_head(path, &h);
  return elf_is_program(h.bytes);
}

/* ---- one object -------------------------------------------------------------------------------- */

static Err check_version(const char *path, const EmbeddedBitcode *piece) {
  if (piece->llvm <= program_llvm()) return OK;
  return err_set(ERR_INPUT,
                 "'%s': the bitcode of %.*s was written by LLVM %u, and this nadir reads "
                 "LLVM %u and older",
                 path, (int)piece->name.n, piece->name.at, piece->llvm, program_llvm());
}

static Err add_piece(Program *p, const char *path, const EmbeddedBitcode *piece) {
  cleanup(text_free) Text name = {0};
  text_add_n(&name, (const char *)piece->name.at, piece->name.n);
  if (piece->kind == EMBEDDED_NATIVE) {
    program_add_native(p, text_c(&name), (const char *)piece->contents.at, piece->contents.n);
    return OK;
  }
  TRY(check_version(path, piece));
  return (piece->kind == EMBEDDED_PLAIN ? program_read_plain : program_read_bytes)(
      p, text_c(&name), piece->contents.at, piece->contents.n);
}

static Err add_object(Program *p, const char *path, Bytes file, u32 *io_pieces) {
  EmbeddedBitcodeWalk walk = {.path = path};
  TRY(elf_section(path, file, embedded_section, &walk.left));
  program_gather(p);
  program_add_pieces(p);
  for (;;) {
    EmbeddedBitcode piece;
    bool has;
    TRY(embedded_next(&walk, &piece, &has));
    if (!has) return program_gathered(p, path);
    TRY(add_piece(p, path, &piece));
    (*io_pieces)++;
  }
}

/* ---- archives ---------------------------------------------------------------------------------- */

typedef struct ArchiveObject {
  Text name; /* "libx.a(member.o)" */
  Bytes file;
  Text definitions; /* names, each ended by a zero */
  bool is_taken;
} ArchiveObject;

typedef VEC(ArchiveObject) ArchiveObjects;

static void objects_done(ArchiveObjects *c) {
  for (u32 i = 0; i < c->n; i++) {
    text_free(&c->at[i].name);
    text_free(&c->at[i].definitions);
  }
  vec_free(c);
}

static void member_done(ArchiveMember *m) { text_free(&m->name); }

static Err list_members(const char *path, Bytes file, ArchiveObjects *ret) {
  Archive a;
  cleanup(member_done) ArchiveMember m = {0};
  TRY(archive_open(path, file, &a));
  for (;;) {
    bool has;
    TRY(archive_next(&a, &m, &has));
    if (!has) return OK;
    bool is_bitcode = bitcode_is(m.contents);
    if (!is_bitcode && !elf_is(m.contents)) continue;
    vec_push(ret, ((ArchiveObject){.file = m.contents}));
    ArchiveObject *c = &vec_last(ret);
    text_addf(&c->name, "%s(%s)", path, text_c(&m.name));
    TRY((is_bitcode ? bitcode_definitions : elf_definitions)(text_c(&c->name), m.contents,
                                                             &c->definitions));
  }
}

static bool is_needed(const Program *p, const ArchiveObject *c) {
  for (size_t at = 0; at < c->definitions.n; at += strlen(c->definitions.at + at) + 1)
    if (program_misses(p, c->definitions.at + at)) return true;
  return false;
}

static Err take(Program *p, ArchiveObject *c, u32 *io_pieces) {
  c->is_taken = true;
  if (bitcode_is(c->file)) {
    (*io_pieces)++;
    return program_read_bytes(p, text_c(&c->name), c->file.at, c->file.n);
  }
  return add_object(p, text_c(&c->name), c->file, io_pieces);
}

static Err add_archive(Program *p, const char *path, Bytes file, u32 *io_pieces) {
  cleanup(objects_done) ArchiveObjects all = {0};
  TRY(list_members(path, file, &all));
  bool takes_more = true;
  while (takes_more) {
    takes_more = false;
    for (u32 i = 0; i < all.n; i++) {
      if (all.at[i].is_taken || !is_needed(p, &all.at[i])) continue;
      TRY(take(p, &all.at[i], io_pieces));
      takes_more = true;
    }
  }
  if (!program_misses(p, "main")) return OK;
  for (u32 i = 0; i < all.n; i++)
    if (!all.at[i].is_taken) TRY(take(p, &all.at[i], io_pieces));
  return OK;
}

/* ---- public ------------------------------------------------------------------------------------ */

Err program_read_object(Program *p, const char *path) {
  cleanup(text_free) Text text = {0};
  TRY(file_read(path, &text));
  Bytes file = text_bytes(&text);
  bool is_archive = archive_is(file);
  u32 n_pieces = 0;
  TRY((is_archive ? add_archive : add_object)(p, path, file, &n_pieces));
  /* Nothing was missing that an archive has: as with a linker, that is no error. */
  if (n_pieces || (is_archive && !program_misses(p, "main"))) return OK;
  return err_set(ERR_INPUT, "'%s' has no bitcode: build it with CC='%s cc' (see docs/cc.md)", path,
                 program_name());
}
