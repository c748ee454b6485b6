/* stored.c — a linked program as bytes, from which another process makes the same module: its bitcode, and what is known of
 * the machine code that it was linked with.
 *
 * LLVM's reader trusts its input, and these bytes come from elsewhere: they are tried in another process first.
 */
#include "code/llvm/program_impl.h"

#include "base/guard.h"
#include "base/wire.h"

void program_store(const Program *p, Text *to) {
  cleanup(text_free) Text code = {0};
  Err err = program_bitcode(p, &code);
  CHECK(err == OK, "a linked program has code");
  wire_add(to, p->is_of_pieces);
  wire_add(to, p->natives.n);
  for (u32 i = 0; i < p->natives.n; i++) {
    wire_add_text(to, p->natives.at[i].name);
    wire_add_text(to, p->natives.at[i].file);
  }
  wire_add_bytes(to, text_c(&code), code.n);
}

static void read_natives(Program *p, Wire *from) {
  for (u32 n = wire_next_count(from); n > 0 && !from->is_bad; n--) {
    cleanup(freep) char *name = wire_next_text(from), *file = wire_next_text(from);
    program_add_native(p, file, name, strlen(name) + 1);
  }
}

typedef struct Stored {
  Bytes code;
  const LowerOptions *options; /* borrowed */
} Stored;

/* The process ends afterwards, so nothing is freed. */
static Err try_all(void *user) {
  const Stored *s = user;
  Program *p = program_new();
  Module *m = NULL;
  TRY(program_read_bytes(p, "the program", s->code.at, s->code.n));
  return program_lower(p, s->options, &m);
}

static Err check(const Stored *s) {
  u32 seconds = 60 + (u32)(s->code.n >> 18);
  GuardLimits limits = {(1ull << 30) + 300 * s->code.n, seconds, 10 * seconds};
  return guard_try(try_all, (void *)s, "the program in the store is damaged: LLVM's reader",
                   &limits);
}

Err program_stored(Wire *from, const LowerOptions *options, Module **ret_module) {
  cleanup(program_freep) Program *p = program_new();
  u32 n;
  p->is_of_pieces = wire_next_below(from, 2);
  read_natives(p, from);
  const u8 *code = wire_next_bytes(from, &n);
  if (from->is_bad) return err_set(ERR_INPUT, "the program in the store is damaged");
  Stored s = {{code, n}, options};
  TRY(check(&s));
  TRY(program_read_bytes(p, "the program in the store", code, n));
  return program_lower(p, options, ret_module);
}
