/* end_key.h — decisions as bytes that sort as the decisions do, so that what several processes found has one order.
 *
 * A branch is one byte; any other choice is its kind and its side, high byte first.
 */
#pragma once

#include "base/text.h"
#include "vm/path.h"

/* The key of one path after another: neighbours share most of it. */
typedef struct EndKeys {
  Text key;         /* owned; of the last path */
  Path *last;       /* shared */
  U32Vec ends;      /* where the bytes of each of its decisions end */
  PathLinks suffix; /* scratch; borrowed */
} EndKeys;

/* From now on `key` is that of the path; NULL: nothing was decided. */
void end_keys_move(EndKeys *k, Path *path);
void end_keys_done(EndKeys *k);

/* As memcmp; what another one begins with stands before it. */
int end_key_compare(const void *a, size_t n_a, const void *b, size_t n_b);
