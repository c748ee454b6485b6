/* klee.c — klee/klee.h in a native run. */
#include "replay.h"

#include "../include/klee/klee.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- inputs ---------------------------------------------------------------------------------- */

REPLAY void klee_make_symbolic(void *bytes, size_t n, const char *name) {
  nadir_replay_input(bytes, n, name);
}

REPLAY int klee_int(const char *name) {
  int x;
  nadir_replay_input(&x, sizeof x, name);
  return x;
}

/* A range of one value may have needed no input. */
REPLAY int klee_range(int begin, int end, const char *name) {
  int x = begin;
  if ((long)begin + 1 != end || nadir_replay_next_is(sizeof x, name))
    nadir_replay_input(&x, sizeof x, name);
  klee_assume(begin <= x && x < end);
  return x;
}

REPLAY uintptr_t klee_choose(uintptr_t n) {
  uintptr_t x;
  nadir_replay_input(&x, sizeof x, "klee_choose");
  klee_assume(x < n);
  return x;
}

REPLAY void klee_assume(uintptr_t condition) {
  if (!condition) nadir_replay_end(NADIR_REPLAY_ASSUMPTION, "an assumption does not hold");
}

REPLAY void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

REPLAY void klee_posix_prefer_cex(void *object, uintptr_t condition) {
  (void)object, (void)condition;
}

/* ---- ends ------------------------------------------------------------------------------------ */

REPLAY void klee_silent_exit(int status) { exit(status); }

REPLAY void klee_abort(void) { abort(); }

REPLAY void klee_report_error(const char *file, int line, const char *text, const char *suffix) {
  nadir_replay_end(NADIR_REPLAY_ERROR, "%s:%d: %s (%s)", file, line, text, suffix);
}

/* ---- questions ------------------------------------------------------------------------------- */

REPLAY unsigned klee_is_symbolic(uintptr_t x) {
  (void)x;
  return 0;
}

REPLAY unsigned klee_is_replay(void) { return 1; }

/* Only the machine knows the bounds of an object. */
REPLAY size_t klee_get_obj_size(void *object) {
  (void)object;
  nadir_replay_end(NADIR_REPLAY_ERROR, "klee_get_obj_size has no answer in a native run");
}

REPLAY int klee_get_errno(void) { return errno; }

REPLAY void klee_check_memory_access(const void *bytes, size_t n) { (void)bytes, (void)n; }

REPLAY float klee_get_valuef(float x) { return x; }

REPLAY double klee_get_valued(double x) { return x; }

REPLAY long klee_get_valuel(long x) { return x; }

REPLAY long long klee_get_valuell(long long x) { return x; }

REPLAY int32_t klee_get_value_i32(int32_t x) { return x; }

REPLAY int64_t klee_get_value_i64(int64_t x) { return x; }

/* ---- messages -------------------------------------------------------------------------------- */

REPLAY void klee_warning(const char *text) { fprintf(stderr, "warning: %s\n", text); }

REPLAY void klee_warning_once(const char *text) { klee_warning(text); }

REPLAY void klee_print_expr(const char *text, ...) { (void)text; }

REPLAY void klee_print_range(const char *name, int x) { (void)name, (void)x; }

REPLAY void klee_stack_trace(void) {}

REPLAY void klee_open_merge(void) {}

REPLAY void klee_close_merge(void) {}

REPLAY void klee_mark_global(void *object) { (void)object; }

REPLAY void klee_set_forking(unsigned on) { (void)on; }

REPLAY void klee_define_fixed_object(void *address, size_t n) {
  (void)address, (void)n;
  nadir_replay_end(NADIR_REPLAY_ERROR, "klee_define_fixed_object is not supported");
}

REPLAY void klee_alias_function(const char *name, const char *other) {
  (void)name, (void)other;
  nadir_replay_end(NADIR_REPLAY_ERROR, "klee_alias_function is not supported");
}
