/* vec.h — typed growing arrays.
 *
 *     typedef VEC(Expr) ExprVec;
 *     ExprVec v = {0};
 *     vec_push(&v, e);
 *     for (u32 i = 0; i < v.n; i++) use(v.at[i]);
 *     vec_free(&v);
 *
 * Macros, because C has no other way to keep the element type; each does one
 * thing; the vector argument must have no side effects.
 */
#pragma once

#include "base/base.h"

#include <string.h>

#define VEC(T)  \
  struct {      \
    T *at;      \
    u32 n, cap; \
  }

/* Makes room for `more` further elements. */
#define vec_reserve(v, more)                                                       \
  ((v)->n + (more) > (v)->cap                                                      \
       ? (void)((v)->cap = vec_grown((v)->cap, (v)->n + (more)),                   \
                (v)->at = mem_resize((v)->at, (size_t)(v)->cap * sizeof *(v)->at)) \
       : (void)0)

/* The element is computed first, so it may be taken from the vector itself. */
#define vec_push(v, x)                  \
  ({                                    \
    __typeof__(*(v)->at) pushed_ = (x); \
    vec_reserve(v, 1);                  \
    (v)->at[(v)->n++] = pushed_;        \
  })
#define vec_pop(v) ((v)->at[--(v)->n])
#define vec_last(v) ((v)->at[(v)->n - 1])
#define vec_clear(v) ((void)((v)->n = 0))
#define vec_append(v, src, count)                                                        \
  (vec_reserve(v, count),                                                                \
   (count) ? (void)memcpy((v)->at + (v)->n, (src), (count) * sizeof *(v)->at) : (void)0, \
   (void)((v)->n += (count)))

/* Grows with zeroed elements, or cuts, to exactly `count`. */
#define vec_resize(v, count)                                                        \
  do {                                                                              \
    u32 resize_to_ = (count);                                                       \
    if (resize_to_ > (v)->n) {                                                      \
      vec_reserve(v, resize_to_ - (v)->n);                                          \
      memset((v)->at + (v)->n, 0, (size_t)(resize_to_ - (v)->n) * sizeof *(v)->at); \
    }                                                                               \
    (v)->n = resize_to_;                                                            \
  } while (0)

#define vec_free(v)              \
  do {                           \
    (v)->at = mem_free((v)->at); \
    (v)->n = (v)->cap = 0;       \
  } while (0)

typedef VEC(u32) U32Vec;
typedef VEC(u64) U64Vec;

static inline u32 vec_grown(u32 cap, u32 need) {
  u32 doubled = cap ? cap * 2 : SIZED(8, 1);
  CHECK(need <= UINT32_MAX / 2, "a vector of %u elements", need);
  return doubled > need ? doubled : need;
}
