/* target_wire.c — an open target as bytes. */
#include "build/target_wire.h"

void target_write(const Target *t, Text *to) {
  const Environment *e = &t->environment;
  assert(t->stored.n);
  wire_add(to, compile_lowering(&t->compile).select_branches);
  wire_add(to, t->words.n);
  for (u32 i = 0; i < t->words.n; i++) wire_add_text(to, t->words.at[i]);
  wire_add(to, environment_is_given(e));
  wire_add(to, e->n_shapes);
  wire_add_bytes(to, text_c(&e->records), e->records.n);
  text_add_n(to, t->stored.at, t->stored.n);
}

static void read_words(Target *t, Wire *from) {
  for (u32 n = wire_next_count(from); n > 0 && !from->is_bad; n--) {
    cleanup(freep) char *text = wire_next_text(from);
    names_add(&t->files, text);
  }
  for (u32 i = 0; i < t->files.n; i++) vec_push(&t->words, t->files.at[i]);
  from->is_bad |= !t->words.n;
}

Err target_read(const void *bytes, size_t n, Target *ret) {
  Wire from = wire_of(bytes, n);
  Environment *e = &ret->environment;
  u32 n_records;
  LowerOptions lowering = {.select_branches = wire_next_below(&from, 2)};
  read_words(ret, &from);
  e->is_stored = wire_next_below(&from, 2);
  e->n_shapes = (u32)wire_next_below(&from, NADIR_MOST_SHAPES + 1);
  const u8 *records = wire_next_bytes(&from, &n_records);
  if (from.is_bad) return err_set(ERR_INPUT, "the program in the store is damaged");
  text_add_n(&e->records, (const char *)records, n_records);
  return program_stored(&from, &lowering, &ret->module);
}
