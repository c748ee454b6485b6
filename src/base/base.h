/* base.h — what every file of nadir uses: integers, attributes, errors that travel by return value,
 * and memory that is never NULL.
 *
 * It knows nothing of symbolic execution.  Every other file may include it.
 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t i32;
typedef int64_t i64;
typedef __int128 i128;
typedef unsigned __int128 u128;

#define must_use __attribute__((warn_unused_result))
/* What only asserts look at: functions that say more than one comparison, and their variables. */
#define debug_only __attribute__((unused))
#define cleanup(f) __attribute__((cleanup(f)))
#define printf_like(fmt, args) __attribute__((format(__printf__, fmt, args)))
#define rarely_called __attribute__((noinline, cold)) /* keeps its frame out of its callers */
#define noreturn_fn __attribute__((noreturn))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* Takes the pointer out of a variable and leaves NULL: the move of ownership. */
#define TAKE(p)                 \
  ({                            \
    __typeof__(p) taken_ = (p); \
    (p) = NULL;                 \
    taken_;                     \
  })

/* ---- errors: environment and input -------------------------------------- */

typedef enum Err {
  OK,
#define ERROR(id, exit_code, text) ERR_##id,
#include "base/err.def"
#undef ERROR
  ERR_COUNT
} Err;

/* Stores the text for this thread and returns the code, so that a caller can
 * write `return err_set(ERR_INPUT, "…", …)`. */
must_use Err err_set(Err code, const char *fmt, ...) printf_like(2, 3);
const char *err_text(void);  /* the last text set; "" when none */
int err_exit_code(Err code); /* what the process returns for it */

#define TRY(call)                                \
  do {                                           \
    Err try_err = (call);                        \
    if (unlikely(try_err != OK)) return try_err; \
  } while (0)

/* ---- our own bugs -------------------------------------------------------- */

noreturn_fn void die(const char *file, int line, const char *fmt, ...) printf_like(3, 4);

/* Stays on in every variant: for what would otherwise become a wrong answer. */
#define CHECK(cond, ...)                                         \
  do {                                                           \
    if (unlikely(!(cond))) die(__FILE__, __LINE__, __VA_ARGS__); \
  } while (0)

/* ---- memory: never NULL; exhaustion ends the process with its own code --- */

must_use void *mem_new(size_t n_bytes);             /* zeroed */
must_use void *mem_resize(void *p, size_t n_bytes); /* new part not zeroed */
must_use void *mem_dup(const void *p, size_t n_bytes);
must_use char *text_dup(const char *s);
bool text_ends_in(const char *s, const char *end);
void *mem_free(void *p); /* accepts NULL, returns NULL */
u64 mem_bytes(void);     /* in use at this moment, all of the above together */

/* For cleanup(): frees the pointer that a local variable holds. */
static inline void freep(void *p) { mem_free(*(void **)p); }

#define NEW(T) ((T *)mem_new(sizeof(T)))

/* Sizes that the `tiny` variant shrinks, so that growth, eviction and
 * collisions happen in every test run. */
#ifdef NADIR_TINY
#define SIZED(normal, tiny) (tiny)
#else
#define SIZED(normal, tiny) (normal)
#endif
