/* ladder.c — parses the parts of a --size one by one, then sorts the sizes and drops duplicates.
 * A part that has too many sizes is refused before they are added. */
#include "growth/ladder.h"

#include "base/sort.h"

/* A number of 1 to LADDER_MAX_SIZE; `part` is what it stands in, for the error. */
static Err parse_size(const char *option, const char **at, const char *end, const char *part,
                      u64 *ret) {
  u64 value = 0;
  const char *p = *at;
  for (; p < end && *p >= '0' && *p <= '9'; p++)
    if (value <= LADDER_MAX_SIZE) value = 10 * value + (u64)(*p - '0');
  if (p == *at || (p < end && *p != ':'))
    return err_set(ERR_USAGE, "%s: '%.*s' is not a size (write 100, 1:8, 10:100:10 or 1:8,100)",
                   option, (int)(end - part), part);
  if (value < 1 || value > LADDER_MAX_SIZE)
    return err_set(ERR_USAGE, "%s: '%.*s' is not a size from 1 to %d", option, (int)(p - *at), *at,
                   LADDER_MAX_SIZE);
  *at = p;
  *ret = value;
  return OK;
}

/* FROM, FROM:TO or FROM:TO:STEP. */
static Err parse_part(const char *option, const char *part, const char *end, U32Vec *sizes) {
  u64 numbers[3] = {0, 0, 1};
  const char *at = part;
  u32 n = 0;
  TRY(parse_size(option, &at, end, part, &numbers[n++]));
  while (at < end) {
    if (n == 3)
      return err_set(ERR_USAGE, "%s: '%.*s' has more than FROM:TO:STEP", option, (int)(end - part),
                     part);
    at++;
    TRY(parse_size(option, &at, end, part, &numbers[n++]));
  }
  u64 from = numbers[0], to = n > 1 ? numbers[1] : from, step = numbers[2];
  if (to < from)
    return err_set(ERR_USAGE, "%s: '%.*s' ends before it begins", option, (int)(end - part), part);
  if ((to - from) / step >= LADDER_MAX_SIZES || sizes->n + (to - from) / step >= LADDER_MAX_SIZES)
    return err_set(ERR_USAGE, "%s: with '%.*s' there are more than %d sizes", option,
                   (int)(end - part), part, LADDER_MAX_SIZES);
  for (u64 size = from; size <= to; size += step) vec_push(sizes, (u32)size);
  return OK;
}

static Err parse_parts(const char *option, const char *text, U32Vec *sizes) {
  for (const char *part = text;; part++) {
    const char *end = part + strcspn(part, ",");
    if (end == part)
      return err_set(ERR_USAGE,
                     *text ? "%s: a size is missing beside a comma in '%s'" : "%s: no size%s",
                     option, text);
    TRY(parse_part(option, part, end, sizes));
    part = end;
    if (!*part) return OK;
  }
}

Err ladder_parse(const char *option, const char *text, Ladder *ret) {
  U32Vec sizes = {0};
  Err e = parse_parts(option, text, &sizes);
  if (e != OK) {
    vec_free(&sizes);
    return e;
  }
  *ret = (Ladder){sizes.at, u32_sort_once(sizes.at, sizes.n)};
  return OK;
}

void ladder_add_halves(Ladder *l) {
  enum { LEAST = 8 }; /* below, costs of start-up and ends are most */
  u32 largest = l->at[l->n - 1];
  if (largest < LEAST) return;
  U32Vec sizes = {0};
  vec_append(&sizes, l->at, l->n);
  vec_push(&sizes, largest / 2);
  vec_push(&sizes, largest / 4);
  mem_free(l->at);
  *l = (Ladder){sizes.at, u32_sort_once(sizes.at, sizes.n)};
}

void ladder_done(Ladder *l) {
  mem_free(l->at);
  *l = (Ladder){0};
}
