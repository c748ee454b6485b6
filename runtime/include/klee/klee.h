/* klee.h — the functions that programs written for KLEE call, as nadir does them.
 *
 * Declarations only, so that such programs compile unchanged.  In a native run with -lnadir-replay
 * the inputs come from the test named by KTEST_FILE or NADIR_TEST.
 */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- inputs ---------------------------------------------------------------------------------- */

void klee_make_symbolic(void *bytes, size_t n, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name); /* begin <= x < end */
uintptr_t klee_choose(uintptr_t n);                   /* x < n */

/* ---- what holds, what is wanted -------------------------------------------------------------- */

void klee_assume(uintptr_t condition);
/* Tests in which the condition holds, where there are some; the paths are the same. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Under another name, since the line is an int in one C library and unsigned in another. */
void klee_assert_fail(const char *text, const char *file, unsigned line,
                      const char *function) __asm__("__assert_fail") __attribute__((__noreturn__));
#define klee_assert(condition) \
  ((condition) ? (void)0 : klee_assert_fail(#condition, __FILE__, __LINE__, __func__))

/* ---- ends ------------------------------------------------------------------------------------ */

void klee_silent_exit(int status) __attribute__((__noreturn__)); /* no test */
void klee_abort(void) __attribute__((__noreturn__));
void klee_report_error(const char *file, int line, const char *text, const char *suffix)
    __attribute__((__noreturn__));

/* ---- questions ------------------------------------------------------------------------------- */

unsigned klee_is_symbolic(uintptr_t x);
unsigned klee_is_replay(void);
size_t klee_get_obj_size(void *object);
int klee_get_errno(void);
void klee_check_memory_access(const void *bytes, size_t n); /* an error if they are not ours */

/* One value that the argument can have; the path is not bound to it. */
float klee_get_valuef(float x);
double klee_get_valued(double x);
long klee_get_valuel(long x);
long long klee_get_valuell(long long x);
int32_t klee_get_value_i32(int32_t x);
int64_t klee_get_value_i64(int64_t x);

/* ---- messages -------------------------------------------------------------------------------- */

void klee_warning(const char *text);
void klee_warning_once(const char *text);
void klee_print_expr(const char *text, ...);
void klee_print_range(const char *name, int x);
void klee_stack_trace(void);

/* ---- forks ----------------------------------------------------------------------------------- */

/* Off: where a symbol decides, the path takes one side; the others are told as not explored. */
void klee_set_forking(unsigned on);

/* ---- accepted, without effect ---------------------------------------------------------------- */

void klee_open_merge(void);
void klee_close_merge(void);
void klee_mark_global(void *object);

/* ---- refused: the path ends as unsupported --------------------------------------------------- */

void klee_define_fixed_object(void *address, size_t n);
void klee_alias_function(const char *name, const char *other);

#ifdef __cplusplus
}
#endif

#endif
