/* elf_file.c — reads section tables, and writes a longer one.
 *
 * A file may have more sections than the 16 bits of its header count; their number and the index of
 * the table of names then stand in the first section (System V ABI, "Extended numbering").
 */
#include "code/elf_file.h"

#include <elf.h>
#include <string.h>

typedef struct Elf {
  const char *path;
  Bytes file;
  Elf64_Ehdr header;
  u64 n_sections;
  Bytes names;
} Elf;

enum { PIECE_ALIGNMENT = 8 };

/* ---- checked reading --------------------------------------------------------------------------- */

static Err damaged(const Elf *e, const char *what) {
  return err_set(ERR_INPUT, "'%s' is damaged: %s", e->path, what);
}

static bool has(Bytes file, u64 offset, u64 n) {
  return offset <= file.n && n <= file.n - offset;
}

static bool read_at(Bytes file, u64 offset, void *to, size_t n) {
  if (!has(file, offset, n)) return false;
  memcpy(to, file.at + offset, n);
  return true;
}

/* The index is less than the number of sections, whose table lies in the file. */
static Elf64_Shdr section(const Elf *e, u64 index) {
  Elf64_Shdr s;
  memcpy(&s, e->file.at + e->header.e_shoff + index * sizeof s, sizeof s);
  return s;
}

static Err contents(const Elf *e, const Elf64_Shdr *s, Bytes *ret) {
  if (s->sh_type == SHT_NOBITS) return damaged(e, "a section that should have contents has none");
  if (!has(e->file, s->sh_offset, s->sh_size))
    return damaged(e, "a section ends behind the end of the file");
  *ret = (Bytes){e->file.at + s->sh_offset, s->sh_size};
  return OK;
}

/* NULL: no text ends there. */
static const char *name_at(Bytes names, u64 offset) {
  if (offset >= names.n || !memchr(names.at + offset, 0, names.n - offset)) return NULL;
  return (const char *)names.at + offset;
}

/* ---- the table of sections --------------------------------------------------------------------- */

static Err check_machine(const Elf *e) {
  const Elf64_Ehdr *h = &e->header;
  bool is_ours = h->e_ident[EI_CLASS] == ELFCLASS64 && h->e_ident[EI_DATA] == ELFDATA2LSB &&
                 h->e_machine == EM_X86_64;
  if (is_ours) return OK;
  return err_set(ERR_INPUT, "'%s' is not for x86-64, the only machine whose programs nadir runs",
                 e->path);
}

static Err open_names(Elf *e) {
  u64 index = e->header.e_shstrndx;
  if (index == SHN_XINDEX) index = section(e, 0).sh_link;
  if (index >= e->n_sections) return damaged(e, "its table of section names is missing");
  Elf64_Shdr s = section(e, index);
  return contents(e, &s, &e->names);
}

/* Without a table of sections, which some strippers remove, there are none. */
static Err open_file(const char *path, Bytes file, Elf *ret) {
  Elf e = {.path = path, .file = file};
  if (!elf_is(file)) return err_set(ERR_INPUT, "'%s' is not an ELF file", path);
  if (!read_at(file, 0, &e.header, sizeof e.header)) return damaged(&e, "its header is cut off");
  TRY(check_machine(&e));
  u64 at = e.header.e_shoff;
  if (at) {
    if (e.header.e_shentsize != sizeof(Elf64_Shdr) || !has(file, at, sizeof(Elf64_Shdr)))
      return damaged(&e, "its table of sections is missing");
    e.n_sections = e.header.e_shnum ? e.header.e_shnum : section(&e, 0).sh_size;
    if (e.n_sections > (file.n - at) / sizeof(Elf64_Shdr))
      return damaged(&e, "its table of sections is cut off");
    if (e.n_sections) TRY(open_names(&e));
  }
  *ret = e;
  return OK;
}

bool elf_is(Bytes file) {
  return file.n >= SELFMAG && !memcmp(file.at, ELFMAG, SELFMAG);
}

bool elf_is_program(Bytes file) {
  Elf64_Ehdr h;
  return elf_is(file) && read_at(file, 0, &h, sizeof h) &&
         (h.e_type == ET_EXEC || h.e_type == ET_DYN);
}

Err elf_section(const char *path, Bytes file, const char *name, Bytes *ret_contents) {
  Elf e;
  TRY(open_file(path, file, &e));
  for (u64 i = 1; i < e.n_sections; i++) {
    Elf64_Shdr s = section(&e, i);
    const char *own = name_at(e.names, s.sh_name);
    if (!own || strcmp(own, name)) continue;
    if (s.sh_flags & SHF_COMPRESSED)
      return err_set(ERR_INPUT, "'%s': its section '%s' is compressed", path, name);
    return contents(&e, &s, ret_contents);
  }
  return OK;
}

/* ---- symbols ----------------------------------------------------------------------------------- */

static Err add_definitions(const Elf *e, const Elf64_Shdr *table, Text *ret) {
  Bytes symbols, names;
  if (table->sh_link >= e->n_sections) return damaged(e, "its symbols have no names");
  Elf64_Shdr name_table = section(e, table->sh_link);
  TRY(contents(e, table, &symbols));
  TRY(contents(e, &name_table, &names));
  for (u64 at = 0; has(symbols, at, sizeof(Elf64_Sym)); at += sizeof(Elf64_Sym)) {
    Elf64_Sym s;
    memcpy(&s, symbols.at + at, sizeof s);
    if (s.st_shndx == SHN_UNDEF || ELF64_ST_BIND(s.st_info) == STB_LOCAL) continue;
    const char *name = name_at(names, s.st_name);
    if (!name) return damaged(e, "a symbol has no name");
    text_add_n(ret, name, strlen(name) + 1);
  }
  return OK;
}

Err elf_definitions(const char *path, Bytes file, Text *ret_names) {
  Elf e;
  TRY(open_file(path, file, &e));
  for (u64 i = 1; i < e.n_sections; i++) {
    Elf64_Shdr s = section(&e, i);
    if (s.sh_type == SHT_SYMTAB) TRY(add_definitions(&e, &s, ret_names));
  }
  return OK;
}

/* ---- adding ------------------------------------------------------------------------------------ */

static void pad(Text *t) {
  while (t->n % PIECE_ALIGNMENT) text_add_char(t, 0);
}

static u64 append(Text *t, Bytes b) {
  pad(t);
  u64 at = t->n;
  text_add_n(t, (const char *)b.at, b.n);
  return at;
}

/* The old sections, the names at their new place, and the new one. */
static void append_table(const Elf *e, Text *io_file, u64 names_at, u64 n_names,
                         const Elf64_Shdr *added) {
  u64 names_index = e->header.e_shstrndx;
  if (names_index == SHN_XINDEX) names_index = section(e, 0).sh_link;
  pad(io_file);
  Elf64_Ehdr header = e->header;
  header.e_shoff = io_file->n;
  if (header.e_shnum && e->n_sections + 1 < SHN_LORESERVE) header.e_shnum++;
  for (u64 i = 0; i < e->n_sections; i++) {
    Elf64_Shdr s = section(e, i);
    if (i == names_index) s.sh_offset = names_at, s.sh_size = n_names;
    if (i == 0 && header.e_shnum == e->header.e_shnum) {
      header.e_shnum = 0;
      s.sh_size = e->n_sections + 1;
    }
    text_add_n(io_file, (const char *)&s, sizeof s);
  }
  text_add_n(io_file, (const char *)added, sizeof *added);
  memcpy(io_file->at, &header, sizeof header);
}

Err elf_add_section(const char *path, Text *io_file, const char *name, Bytes bytes) {
  cleanup(text_free) Text old = {0}, names = {0};
  text_add_n(&old, text_c(io_file), io_file->n); /* as the table is read while the file grows */
  Elf e;
  TRY(open_file(path, text_bytes(&old), &e));
  if (e.header.e_type != ET_REL || !e.n_sections)
    return err_set(ERR_INPUT, "'%s' is not an object that can be linked", path);
  text_add_n(&names, (const char *)e.names.at, e.names.n);
  Elf64_Shdr added = {.sh_name = (u32)names.n,
                      .sh_type = SHT_PROGBITS,
                      .sh_addralign = PIECE_ALIGNMENT,
                      .sh_size = bytes.n};
  text_add_n(&names, name, strlen(name) + 1);
  added.sh_offset = append(io_file, bytes);
  u64 names_at = append(io_file, text_bytes(&names));
  append_table(&e, io_file, names_at, names.n, &added);
  return OK;
}
