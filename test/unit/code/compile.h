/* compile.h — C as text, through clang and lowering, for the tests of src/code. */
#pragma once

#include "base/text.h"
#include "code/print.h"
#include "code/program.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bitcode of a source at a level of optimisation; the caller owns it. */
static inline Text compile_bitcode(const char *source, int level) {
  char path[] = "/tmp/nadir-test-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_true(write(fd, source, strlen(source)) == (ssize_t)strlen(source));
  close(fd);
  Text command = {0}, bitcode = {0};
  text_addf(&command, "clang-19 -w -g -c -emit-llvm -O%d %s -x c -std=gnu17 -o - - < %s", level,
            level ? "" : "-Xclang -disable-O0-optnone", path);
  FILE *out = popen(text_c(&command), "r");
  assert_non_null(out);
  char block[4096];
  for (size_t n; (n = fread(block, 1, sizeof block, out)) > 0;) text_add_n(&bitcode, block, n);
  assert_int_equal(pclose(out), 0);
  unlink(path);
  text_free(&command);
  return bitcode;
}

/* The whole front half; the caller owns the module. */
static inline Module *compile(const char *source, int level) {
  Text bitcode = compile_bitcode(source, level);
  Program *p = program_new();
  Module *m = NULL;
  LowerOptions options = {.select_branches = level == 0};
  assert_int_equal(program_read_bytes(p, "test.c", text_c(&bitcode), bitcode.n), OK);
  assert_int_equal(program_prepare(p), OK);
  Err e = program_lower(p, &options, &m);
  if (e != OK) fail_msg("%s", err_text());
  program_free(p);
  text_free(&bitcode);
  return m;
}

static inline const Fn *find_fn(const Module *m, const char *name) {
  u32 fn = module_find_fn(m, name);
  assert_true(fn && m->fns.at[fn].is_defined);
  return &m->fns.at[fn];
}

static inline u32 count_op(const Fn *f, Op op) {
  u32 n = 0;
  for (u32 pc = 0; pc < f->n_code; pc++) n += f->code[pc].op == op;
  return n;
}

/* Fails on the first instruction that stops because nadir does not do it. */
static inline void assert_supported(const Module *m) {
  for (u32 k = 1; k < m->fns.n; k++)
    for (u32 pc = 0; pc < m->fns.at[k].n_code; pc++) {
      const Ins *i = &m->fns.at[k].code[pc];
      if (i->op == OP_UNSUPPORTED) fail_msg("%s: %s", m->fns.at[k].name, m->texts.at[i->a]);
    }
}
