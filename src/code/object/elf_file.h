/* elf_file.h — the little of ELF that carrying bitcode in objects takes: find a section by its name, list
 * what an object defines, add a section to an object.
 *
 * Only 64-bit little-endian files, which are what nadir runs.  Nothing in the file is believed: each
 * offset, size and name is checked against the bytes that are there.
 */
#pragma once

#include "base/text.h"
#include "base/vec.h"

typedef struct Bytes {
  const u8 *at; /* borrowed */
  size_t n;
} Bytes;

static inline Bytes text_bytes(const Text *t) { return (Bytes){(const u8 *)text_c(t), t->n}; }

/* By its first bytes. */
bool elf_is(Bytes file);

/* Linked, so that it can be run; by the head of the file alone. */
bool elf_is_program(Bytes file);

/* The contents of the section of this name, which borrow from the file; if there is none,
 * *ret_contents stays as it is.  Fails if the file is damaged or of another machine; `path` is for
 * the message. */
must_use Err elf_section(const char *path, Bytes file, const char *name, Bytes *ret_contents);

/* Appends the names of the symbols that the file defines for others, each followed by a zero. */
must_use Err elf_definitions(const char *path, Bytes file, Text *ret_names);

/* Adds a section with these contents to an object that a compiler has just made, at the end of the
 * file: nothing that is there moves.  Linkers put sections of one name one after the other. */
must_use Err elf_add_section(const char *path, Text *io_file, const char *name, Bytes contents);

/* Lets an object ask the linker for these symbols, each name ended by a zero, besides those that it
 * has: the linker adds members of archives that define them; it is no error if none does. */
must_use Err elf_add_undefined(const char *path, Text *io_file, const Text *names);
