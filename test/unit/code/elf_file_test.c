/* elf_file_test.c — sections are added and found again, also where their number does not fit into
 * the header; files that were cut or changed are refused or read, and never read beyond their end
 * (the debug build sees to that).
 */
#include "code/object/elf_file.h"

#include "base/rng.h"
#include "unit/code/object_image.h"
#include "unit/unit.h"

static Bytes bytes_of(const char *s) { return (Bytes){(const u8 *)s, strlen(s)}; }

static void test_add_and_find(void **unused) {
  (void)unused;
  Text t = object_image("f");
  Bytes found = {0};
  assert_int_equal(elf_section("x.o", text_bytes(&t), ".mine", &found), OK);
  assert_null(found.at);
  assert_int_equal(elf_add_section("x.o", &t, ".mine", bytes_of("hello")), OK);
  assert_int_equal(elf_add_section("x.o", &t, ".yours", bytes_of("world!")), OK);
  assert_int_equal(elf_section("x.o", text_bytes(&t), ".mine", &found), OK);
  assert_int_equal(found.n, 5);
  assert_memory_equal(found.at, "hello", 5);
  assert_int_equal(elf_section("x.o", text_bytes(&t), ".yours", &found), OK);
  assert_memory_equal(found.at, "world!", 6);
  assert_int_equal(elf_section("x.o", text_bytes(&t), ".text", &found), OK);
  assert_memory_equal(found.at, "\x90\x90\x90\xc3", 4);
  text_free(&t);
}

static void test_definitions(void **unused) {
  (void)unused;
  Text t = object_image("fast_copy"), names = {0};
  assert_int_equal(elf_definitions("x.o", text_bytes(&t), &names), OK);
  assert_int_equal(names.n, strlen("fast_copy") + 1);
  assert_string_equal(names.at, "fast_copy");
  text_free(&names);
  text_free(&t);
}

/* A name that is there already, as undefined or as defined, is not asked for again. */
static void test_undefined(void **unused) {
  (void)unused;
  Text t = object_image("f"), names = {0}, definitions = {0};
  static const char asked[] = "f\0elsewhere\0inlined\0local";
  text_add_n(&names, asked, sizeof asked);
  size_t n_before = t.n;
  assert_int_equal(elf_add_undefined("x.o", &t, &(Text){(char *)asked, 2, 2}), OK);
  assert_int_equal(t.n, n_before);
  assert_int_equal(elf_add_undefined("x.o", &t, &names), OK);
  Bytes symbols = {0}, strings = {0};
  assert_int_equal(elf_section("x.o", text_bytes(&t), ".symtab", &symbols), OK);
  assert_int_equal(elf_section("x.o", text_bytes(&t), ".strtab", &strings), OK);
  assert_int_equal(symbols.n, 6 * sizeof(Elf64_Sym));
  const char *added[] = {"inlined", "local"};
  for (u32 i = 0; i < 2; i++) {
    Elf64_Sym s;
    memcpy(&s, symbols.at + (4 + i) * sizeof s, sizeof s);
    assert_string_equal(strings.at + s.st_name, added[i]);
    assert_int_equal(s.st_shndx, SHN_UNDEF);
    assert_int_equal(ELF64_ST_BIND(s.st_info), STB_GLOBAL);
  }
  assert_int_equal(elf_definitions("x.o", text_bytes(&t), &definitions), OK);
  assert_int_equal(definitions.n, 2);
  text_free(&definitions);
  text_free(&names);
  text_free(&t);
}

/* Beyond 65279 sections their number stands in the first of them. */
static void test_many_sections(void **unused) {
  (void)unused;
  Text t = object_image("f");
  Elf64_Ehdr h;
  memcpy(&h, t.at, sizeof h);
  u32 n_sections = h.e_shnum;
  Elf64_Shdr empty = {.sh_type = SHT_NULL};
  for (; n_sections < SHN_LORESERVE - 1; n_sections++)
    text_add_n(&t, (const char *)&empty, sizeof empty);
  h.e_shnum = (u16)n_sections;
  memcpy(t.at, &h, sizeof h);
  for (u32 i = 0; i < 2; i++) { /* one over the border, one behind it */
    Bytes found = {0};
    assert_int_equal(elf_add_section("x.o", &t, i ? ".b" : ".a", bytes_of("x")), OK);
    memcpy(&h, t.at, sizeof h);
    assert_int_equal(h.e_shnum, 0);
    assert_int_equal(elf_section("x.o", text_bytes(&t), i ? ".b" : ".a", &found), OK);
    assert_int_equal(found.n, 1);
  }
  text_free(&t);
}

static void test_refusals(void **unused) {
  (void)unused;
  Bytes found = {0};
  Text t = object_image("f");
  assert_int_equal(elf_section("x", bytes_of("#!/bin/sh\n"), ".mine", &found), ERR_INPUT);
  assert_string_equal(err_text(), "'x' is not an ELF file");
  assert_int_equal(elf_section("x", (Bytes){(u8 *)t.at, 20}, ".mine", &found), ERR_INPUT);
  assert_string_equal(err_text(), "'x' is damaged: its header is cut off");
  assert_int_equal(elf_section("x", (Bytes){(u8 *)t.at, t.n - 1}, ".mine", &found), ERR_INPUT);
  assert_string_equal(err_text(), "'x' is damaged: its table of sections is cut off");
  t.at[EI_CLASS] = ELFCLASS32;
  assert_int_equal(elf_section("x", text_bytes(&t), ".mine", &found), ERR_INPUT);
  assert_non_null(strstr(err_text(), "not for x86-64"));
  t.at[EI_CLASS] = ELFCLASS64;
  ((Elf64_Ehdr *)(void *)t.at)->e_type = ET_EXEC;
  assert_true(elf_is_program(text_bytes(&t)));
  assert_int_equal(elf_add_section("x", &t, ".mine", bytes_of("x")), ERR_INPUT);
  text_free(&t);
}

/* Reads everything there is to read of a copy that has exactly the size of the file. */
static void read_all(const char *at, size_t n) {
  cleanup(freep) u8 *copy = mem_dup(at, n ? n : 1);
  Bytes file = {copy, n}, found = {0};
  Text names = {0};
  Err e = elf_section("x", file, ".mine", &found);
  if (e == OK && found.at) assert_true(found.at >= copy && found.at + found.n <= copy + n);
  e = elf_definitions("x", file, &names);
  (void)e;
  text_free(&names);
}

static void test_damage(void **unused) {
  (void)unused;
  Text t = object_image("some_name");
  Rng rng = {1};
  assert_int_equal(elf_add_section("x.o", &t, ".mine", bytes_of("hello")), OK);
  for (size_t n = 0; n < t.n; n++) read_all(t.at, n);
  for (u32 i = 0; i < 20000; i++) {
    cleanup(freep) char *copy = mem_dup(t.at, t.n);
    for (u64 k = rng_below(&rng, 4) + 1; k; k--)
      copy[rng_below(&rng, t.n)] = (char)rng_below(&rng, 256);
    read_all(copy, t.n - (rng_chance(&rng, 3) ? rng_below(&rng, 100) : 0));
  }
  text_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add_and_find), cmocka_unit_test(test_definitions),
      cmocka_unit_test(test_undefined),    cmocka_unit_test(test_many_sections),
      cmocka_unit_test(test_refusals),     cmocka_unit_test(test_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
