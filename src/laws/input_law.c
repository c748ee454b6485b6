/* input_law.c — finds and makes inputs by laws, patterns and halves.
 *
 * input_law_fit tries a generator first, then the patterns and all 64 ways of putting halves
 * together, compared with the arrays seen, and at last a generator for a sequence whose loops must
 * be found (segment.c).  Patterns and halves are numbered through, so that a search can go on
 * behind the last one it accepted.
 */
#include "laws/input_law.h"

/* ---- patterns ---- */

static i64 pattern_at(Pattern pattern, i64 N, i64 i) {
  switch (pattern) {
#define PATTERN(id, expression) \
  case PATTERN_##id:            \
    return expression;
#include "laws/patterns.def"
#undef PATTERN
  case PATTERN_COUNT:
    break;
  }
  return 0;
}

const char *const pattern_texts[PATTERN_COUNT] = {
#define PATTERN(id, expression) [PATTERN_##id] = #expression,
#include "laws/patterns.def"
#undef PATTERN
};

/* ---- halves ---- */

/* Where element k of a half goes, and what becomes of its value. */
static i64 half_index(const Halves *h, bool is_second, i64 n_mine, i64 n_other, i64 k) {
  if (is_second ? h->is_second_reversed : h->is_first_reversed) k = n_mine - 1 - k;
  if (!h->is_in_turn) return is_second ? n_other + k : k;
  bool is_larger = is_second ? !h->is_first_larger : h->is_first_larger;
  return 2 * k + !is_larger;
}

static i64 half_value(const Halves *h, bool is_second, i64 n_other, i64 value) {
  bool is_lower = is_second == h->is_second_lower;
  if (h->is_spread) return 2 * value + !is_lower;
  return is_lower ? value : value + n_other;
}

/* at[0..n) becomes the array of size n; spare is as long. */
static void halves_make(const Halves *h, i64 *at, i64 *spare, i64 n) {
  if (n == 1) at[0] = 0;
  if (n < 2) return;
  i64 n_first = h->is_first_larger ? (n + 1) / 2 : n / 2, n_second = n - n_first;
  halves_make(h, spare, at, n_first);
  halves_make(h, spare + n_first, at + n_first, n_second);
  for (i64 k = 0; k < n_first; k++) {
    at[half_index(h, false, n_first, n_second, k)] = half_value(h, false, n_second, spare[k]);
  }
  for (i64 k = 0; k < n_second; k++) {
    at[half_index(h, true, n_second, n_first, k)] =
        half_value(h, true, n_first, spare[n_first + k]);
  }
}

enum { N_HALVES = 1 << 6 };

static Halves halves_number(u32 number) {
  return (Halves){.is_first_larger = number & 1,
                  .is_in_turn = number >> 1 & 1,
                  .is_spread = number >> 2 & 1,
                  .is_second_lower = number >> 3 & 1,
                  .is_first_reversed = number >> 4 & 1,
                  .is_second_reversed = number >> 5 & 1};
}

/* ---- making ---- */

static bool ranks_make(const InputLaw *m, i64 size, u64 max_leaves, Nest *ret, Text *ret_why) {
  if (size < 0 || (u64)size > MIN(max_leaves, UINT32_MAX / 4)) {
    if (ret_why) text_add(ret_why, "the input is too long");
    return false;
  }
  nest_init(ret, size, 1, 1);
  vec_resize(&ret->values, (u32)size);
  ret->counts[0].at[0] = (u32)size;
  if (m->kind == INPUT_PATTERN) {
    for (i64 i = 0; i < size; i++) ret->values.at[i] = pattern_at(m->pattern, size, i);
  } else {
    cleanup(freep) i64 *spare = mem_new((size_t)size * sizeof *spare);
    halves_make(&m->halves, ret->values.at, spare, size);
  }
  return true;
}

bool input_law_make(const InputLaw *m, i64 size, u64 max_leaves, Nest *ret, Text *ret_why) {
  if (m->kind == INPUT_GENERATOR) {
    return generator_make(&m->generator, size, max_leaves, ret, ret_why);
  }
  return ranks_make(m, size, max_leaves, ret, ret_why);
}

/* ---- finding ---- */

static bool is_accepted(const InputLaw *m, const i64 *sizes, u32 n_sizes, InputAccept *accept,
                        void *user) {
  for (u32 i = 0; i < n_sizes; i++) {
    Nest made;
    if (!input_law_make(m, sizes[i], UINT32_MAX, &made, NULL)) return false;
    bool fits = accept(user, sizes[i], made.values.at, made.values.n);
    nest_done(&made);
    if (!fits) return false;
  }
  return true;
}

bool input_law_search(const i64 *sizes, u32 n_sizes, InputAccept *accept, void *user, u32 *next,
                      InputLaw *ret) {
  while (*next < PATTERN_COUNT + N_HALVES) {
    u32 number = (*next)++;
    InputLaw m = {.kind = INPUT_PATTERN, .pattern = (Pattern)number};
    if (number >= PATTERN_COUNT) {
      m = (InputLaw){.kind = INPUT_HALVES, .halves = halves_number(number - PATTERN_COUNT)};
    }
    if (!is_accepted(&m, sizes, n_sizes, accept, user)) continue;
    *ret = m;
    return true;
  }
  return false;
}

typedef struct Seen {
  const Nest *at; /* borrowed */
  u32 n;
} Seen;

static bool is_seen(void *user, i64 size, const i64 *at, u32 n) {
  const Seen *seen = user;
  for (u32 i = 0; i < seen->n; i++) {
    const Nest *nest = &seen->at[i];
    if (nest->size != size) continue;
    return nest->depth == 1 && nest->values.n == n &&
           (!n || memcmp(nest->values.at, at, n * sizeof *at) == 0);
  }
  return false;
}

bool input_law_fit(const Nest *at, u32 n, InputLaw *ret, Text *ret_why) {
  InputLaw m = {.kind = INPUT_GENERATOR};
  bool fits = generator_fit(at, n, CASES_NESTED, &m.generator, ret_why);
  if (!fits && n > 0 && at[0].depth == 1 && at[0].width == 1) {
    cleanup(freep) i64 *sizes = mem_new(n * sizeof *sizes);
    Seen seen = {at, n};
    for (u32 i = 0; i < n; i++) sizes[i] = at[i].size;
    u32 next = 0;
    if (n >= MIN_SIZES && input_law_search(sizes, n, is_seen, &seen, &next, ret)) {
      return true;
    }
    fits = generator_find(at, n, &m.generator, NULL);
  }
  if (fits) *ret = m;
  return fits;
}

void input_law_done(InputLaw *m) {
  if (m->kind == INPUT_GENERATOR) generator_done(&m->generator);
}

/* ---- printing ---- */

void input_law_print(const InputLaw *m, Text *ret) {
  const Halves *h = &m->halves;
  switch (m->kind) {
  case INPUT_GENERATOR:
    generator_print(&m->generator, ret);
    break;
  case INPUT_PATTERN:
    text_addf(ret, "i < N: %s", pattern_texts[m->pattern]);
    break;
  case INPUT_HALVES:
    text_addf(ret, "halves (%s first), %s%s%s, %s, the %s half %s",
              h->is_first_larger ? "larger" : "smaller",
              h->is_in_turn ? "element by element in turn" : "one behind the other",
              h->is_first_reversed ? ", first reversed" : "",
              h->is_second_reversed ? ", second reversed" : "",
              h->is_spread ? "every other rank" : "ranks apart",
              h->is_second_lower ? "second" : "first", "lower");
    break;
  }
}
