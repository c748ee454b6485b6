/* object_image.h — a small ELF object made by hand, for the tests of what reads them. */
#pragma once

#include "base/text.h"

#include <elf.h>
#include <string.h>

/* Sections: none, .text (4 bytes), .symtab (a local, a defined global `name`, an undefined
 * `elsewhere`), .strtab, .shstrtab. */
static inline Text object_image(const char *name) {
  Text t = {0}, strings = {0};
  static const char names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";
  text_add_n(&strings, "\0local\0elsewhere", 17);
  Elf64_Sym symbols[4] = {
      {0},
      {.st_name = 1, .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC), .st_shndx = 1},
      {.st_name = (u32)strings.n, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1},
      {.st_name = 7, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), .st_shndx = SHN_UNDEF},
  };
  text_add_n(&strings, name, strlen(name) + 1);
  Elf64_Ehdr h = {.e_type = ET_REL,
                  .e_machine = EM_X86_64,
                  .e_version = EV_CURRENT,
                  .e_ehsize = sizeof h,
                  .e_shentsize = sizeof(Elf64_Shdr),
                  .e_shnum = 5,
                  .e_shstrndx = 4};
  memcpy(h.e_ident, ELFMAG, SELFMAG);
  h.e_ident[EI_CLASS] = ELFCLASS64;
  h.e_ident[EI_DATA] = ELFDATA2LSB;
  Elf64_Shdr s[5] = {
      {0},
      {.sh_name = 1, .sh_type = SHT_PROGBITS, .sh_size = 4},
      {.sh_name = 7,
       .sh_type = SHT_SYMTAB,
       .sh_size = sizeof symbols,
       .sh_link = 3,
       .sh_entsize = sizeof(Elf64_Sym)},
      {.sh_name = 15, .sh_type = SHT_STRTAB, .sh_size = strings.n},
      {.sh_name = 23, .sh_type = SHT_STRTAB, .sh_size = sizeof names},
  };
  const void *contents[5] = {NULL, "\x90\x90\x90\xc3", symbols, strings.at, names};
  text_add_n(&t, (const char *)&h, sizeof h);
  for (u32 i = 1; i < 5; i++) {
    s[i].sh_offset = t.n;
    text_add_n(&t, contents[i], s[i].sh_size);
  }
  h.e_shoff = t.n;
  text_add_n(&t, (const char *)s, sizeof s);
  memcpy(t.at, &h, sizeof h);
  text_free(&strings);
  return t;
}
