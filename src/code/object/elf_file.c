/* elf_file.c — reads section tables, and writes a longer one.
 *
 * A file may have more sections than the 16 bits of its header count; their number and the index of
 * the table of names then stand in the first section (System V ABI, "Extended numbering").
 */
#include "code/object/elf_file.h"

#include <elf.h>
#include <string.h>

typedef struct Elf {
  const char *path;
  Bytes file;
  Elf64_Ehdr header;
  u64 n_sections;
  Bytes names;
} Elf;

enum { EMBEDDED_ALIGNMENT = 8 };

/* ---- checked reading --------------------------------------------------------------------------- */

static Err damaged(const Elf *e, const char *what) {
  return err_set(ERR_INPUT, "'%s' is damaged: %s", e->path, what);
}

static bool has(Bytes file, u64 offset, u64 n) {
  assert(file.at || !file.n);
  return offset <= file.n && n <= file.n - offset;
}

static bool read_at(Bytes file, u64 offset, void *to, size_t n) {
  if (!has(file, offset, n)) return false;
  memcpy(to, file.at + offset, n);
  return true;
}

/* The index is less than the number of sections, whose table lies in the file. */
static Elf64_Shdr section(const Elf *e, u64 index) {
  assert(e->header.e_shoff && (!index || index < e->n_sections));
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

static u64 names_index(const Elf *e) {
  u64 index = e->header.e_shstrndx;
  return index == SHN_XINDEX ? section(e, 0).sh_link : index;
}

static Err open_names(Elf *e) {
  u64 index = names_index(e);
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

bool elf_is(Bytes file) { return file.n >= SELFMAG && !memcmp(file.at, ELFMAG, SELFMAG); }

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

static Err symbol_tables(const Elf *e, const Elf64_Shdr *table, Bytes *ret_symbols,
                         Bytes *ret_names) {
  if (table->sh_link >= e->n_sections) return damaged(e, "its symbols have no names");
  Elf64_Shdr name_table = section(e, table->sh_link);
  TRY(contents(e, table, ret_symbols));
  return contents(e, &name_table, ret_names);
}

static Err add_definitions(const Elf *e, const Elf64_Shdr *table, Text *ret) {
  Bytes symbols, names;
  TRY(symbol_tables(e, table, &symbols, &names));
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
  while (t->n % EMBEDDED_ALIGNMENT) text_add_char(t, 0);
}

static u64 append(Text *t, Bytes b) {
  pad(t);
  u64 at = t->n;
  text_add_n(t, (const char *)b.at, b.n);
  return at;
}

/* A section whose contents have moved. */
typedef struct Moved {
  u64 index, offset, n_bytes;
} Moved;

/* The old sections, some at their new places, and perhaps another one. */
static void append_table(const Elf *e, Text *io_file, const Moved *moved, u32 n_moved,
                         const Elf64_Shdr *added) {
  assert(e->n_sections && io_file->n >= sizeof e->header);
  pad(io_file);
  Elf64_Ehdr header = e->header;
  header.e_shoff = io_file->n;
  for (u64 i = 0; i < e->n_sections; i++) {
    Elf64_Shdr s = section(e, i);
    if (i == 0 && added) {
      /* More sections than the header can count are counted in the first one. */
      u64 n = e->n_sections + 1;
      bool fits = header.e_shnum && n < SHN_LORESERVE;
      header.e_shnum = fits ? (u16)n : 0;
      if (!fits) s.sh_size = n;
    }
    for (u32 k = 0; k < n_moved; k++)
      if (moved[k].index == i) s.sh_offset = moved[k].offset, s.sh_size = moved[k].n_bytes;
    text_add_n(io_file, (const char *)&s, sizeof s);
  }
  if (added) text_add_n(io_file, (const char *)added, sizeof *added);
  memcpy(io_file->at, &header, sizeof header);
}

/* Of a copy, as the tables are read while the file grows. */
static Err open_object(const char *path, const Text *file, Text *ret_copy, Elf *ret) {
  text_add_n(ret_copy, text_c(file), file->n);
  TRY(open_file(path, text_bytes(ret_copy), ret));
  if (ret->header.e_type == ET_REL && ret->n_sections) return OK;
  return err_set(ERR_INPUT, "'%s' is not an object that can be linked", path);
}

Err elf_add_section(const char *path, Text *io_file, const char *name, Bytes bytes) {
  assert(*name);
  cleanup(text_free) Text old = {0}, names = {0};
  Elf e;
  TRY(open_object(path, io_file, &old, &e));
  text_add_n(&names, (const char *)e.names.at, e.names.n);
  Elf64_Shdr added = {.sh_name = (u32)names.n,
                      .sh_type = SHT_PROGBITS,
                      .sh_addralign = EMBEDDED_ALIGNMENT,
                      .sh_size = bytes.n};
  text_add_n(&names, name, strlen(name) + 1);
  added.sh_offset = append(io_file, bytes);
  Moved moved = {names_index(&e), append(io_file, text_bytes(&names)), names.n};
  append_table(&e, io_file, &moved, 1, &added);
  return OK;
}

/* ---- undefined symbols ------------------------------------------------------------------------- */

/* 0: none that could be made longer. */
static u64 find_symbols(const Elf *e) {
  u64 found = 0;
  for (u64 i = 1; i < e->n_sections; i++) {
    Elf64_Shdr s = section(e, i);
    if (s.sh_type == SHT_SYMTAB_SHNDX) return 0; /* has a row for each symbol, too */
    if (s.sh_type == SHT_SYMTAB) found = i;
  }
  return found;
}

static bool has_symbol(Bytes symbols, Bytes strings, const char *name) {
  for (u64 at = 0; has(symbols, at, sizeof(Elf64_Sym)); at += sizeof(Elf64_Sym)) {
    Elf64_Sym s;
    memcpy(&s, symbols.at + at, sizeof s);
    const char *own = name_at(strings, s.st_name);
    if (own && ELF64_ST_BIND(s.st_info) != STB_LOCAL && !strcmp(own, name)) return true;
  }
  return false;
}

Err elf_add_undefined(const char *path, Text *io_file, const Text *names) {
  cleanup(text_free) Text old = {0}, new_symbols = {0}, new_strings = {0};
  Elf e;
  TRY(open_object(path, io_file, &old, &e));
  u64 index = find_symbols(&e);
  if (!index) return OK;
  Elf64_Shdr table = section(&e, index);
  Bytes symbols, strings;
  TRY(symbol_tables(&e, &table, &symbols, &strings));
  text_add_n(&new_symbols, (const char *)symbols.at, symbols.n);
  text_add_n(&new_strings, (const char *)strings.at, strings.n);
  for (size_t at = 0; at < names->n; at += strlen(names->at + at) + 1) {
    const char *name = names->at + at;
    if (has_symbol(symbols, strings, name)) continue;
    Elf64_Sym s = {.st_name = (u32)new_strings.n, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)};
    text_add_n(&new_symbols, (const char *)&s, sizeof s);
    text_add_n(&new_strings, name, strlen(name) + 1);
  }
  if (new_symbols.n == symbols.n) return OK;
  Moved moved[] = {{index, append(io_file, text_bytes(&new_symbols)), new_symbols.n},
                   {table.sh_link, append(io_file, text_bytes(&new_strings)), new_strings.n}};
  append_table(&e, io_file, moved, ARRAY_LEN(moved), NULL);
  return OK;
}
