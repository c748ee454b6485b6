/* decision_law.c — fits and makes the strings of sides of each key, as runs.
 *
 * Generators for the whole string are tried first, then each row of recursions.def: the strings of
 * the smaller sizes are cut off, and generators describe the rest.  The smallest sizes, which do
 * not contain their parts, are kept as they are.  A law is accepted only if it makes again every
 * string seen from its first size on.  A recursion on N - 1 alone is made by a loop, so that it
 * does not nest N deep.
 */
#include "laws/decision_law.h"

#include <inttypes.h>

/* ---- strings ---- */

/* The sides of one key at one size. */
typedef struct String {
  i64 size;
  U32Vec sides; /* owned */
} String;

static void runs_add(SideRunVec *runs, u32 side, u64 n) {
  if (n == 0) return;
  if (runs->n > 0 && vec_last(runs).side == side) {
    vec_last(runs).n += n;
  } else {
    vec_push(runs, ((SideRun){side, n}));
  }
}

static void runs_of(const u32 *sides, u32 n, SideRunVec *ret) {
  for (u32 i = 0; i < n; i++) runs_add(ret, sides[i], 1);
}

static String *strings_new(const KeyedPath *at, u32 n, u32 key) {
  String *strings = mem_new(n * sizeof *strings);
  for (u32 i = 0; i < n; i++) {
    strings[i].size = at[i].size;
    for (u32 k = 0; k < at[i].n; k++) {
      if (at[i].at[k].key == key) vec_push(&strings[i].sides, at[i].at[k].side);
    }
  }
  return strings;
}

static void strings_free(String *strings, u32 n) {
  for (u32 i = 0; i < n; i++) vec_free(&strings[i].sides);
  mem_free(strings);
}

static const String *string_find(const String *strings, u32 n, i64 size) {
  static const String empty = {0};
  if (size <= 0) return &empty;
  for (u32 i = 0; i < n; i++) {
    if (strings[i].size == size) return &strings[i];
  }
  return NULL;
}

/* ---- recursion ---- */

typedef enum Where { BEFORE, AFTER } Where;

typedef struct Parts {
  i64 first, second;
  Where where;
} Parts;

static Parts recursion_parts(Recursion recursion, i64 N) {
  switch (recursion) {
#define RECURSION(id, first, second, where) \
  case RECURSION_##id:                      \
    return (Parts){first, second, where};
#include "laws/recursions.def"
#undef RECURSION
  case RECURSION_NONE:
  case RECURSION_COUNT:
    break;
  }
  return (Parts){0, 0, AFTER};
}

static bool is_at(const U32Vec *string, u32 offset, const U32Vec *part) {
  return part->n == 0 || memcmp(string->at + offset, part->at, part->n * sizeof *part->at) == 0;
}

/* What is new in a string, when its parts are taken away.  False: it does not contain them. */
static bool string_strip(const String *strings, u32 n, const String *s, Recursion recursion,
                         const u32 **ret_at, u32 *ret_n) {
  Parts parts = recursion_parts(recursion, s->size);
  if (parts.first >= s->size || parts.second >= s->size) return false; /* half of 1 is 1 */
  const String *p = string_find(strings, n, parts.first);
  const String *q = string_find(strings, n, parts.second);
  if (!p || !q || p->sides.n + q->sides.n > s->sides.n) return false;
  u32 n_new = s->sides.n - p->sides.n - q->sides.n;
  u32 start = parts.where == BEFORE ? n_new : 0;
  if (!is_at(&s->sides, start, &p->sides)) return false;
  if (!is_at(&s->sides, start + p->sides.n, &q->sides)) return false;
  *ret_at = s->sides.at + (parts.where == BEFORE ? 0 : s->sides.n - n_new);
  *ret_n = n_new;
  return true;
}

/* ---- fitting ---- */

/* The generators of the runs of n strings given by their sides. */
typedef struct SideString {
  i64 size;
  const u32 *sides; /* borrowed */
  u32 n;
} SideString;

static void nests_done(Nest *nests, u32 n) {
  for (u32 i = 0; i < n; i++) nest_done(&nests[i]);
  mem_free(nests);
}

/* Where only one side is ever taken, a string is one run, be it of length 0: then it need not be
 * said from which size on there is one. */
static bool is_one_sided(const SideString *pieces, u32 n, u32 *ret_side) {
  bool has_side = false;
  for (u32 i = 0; i < n; i++) {
    for (u32 k = 0; k < pieces[i].n; k++) {
      if (has_side && pieces[i].sides[k] != *ret_side) return false;
      *ret_side = pieces[i].sides[k];
      has_side = true;
    }
  }
  return has_side;
}

static bool pieces_fit(const SideString *pieces, u32 n, KeyLaw *m, Text *ret_why) {
  Nest *sides = mem_new(n * sizeof *sides), *lengths = mem_new(n * sizeof *lengths);
  u32 side;
  bool is_single = is_one_sided(pieces, n, &side);
  for (u32 i = 0; i < n; i++) {
    SideRunVec runs = {0};
    runs_of(pieces[i].sides, pieces[i].n, &runs);
    if (is_single && runs.n == 0) vec_push(&runs, ((SideRun){side, 0}));
    nest_init(&sides[i], pieces[i].size, 1, 1);
    nest_init(&lengths[i], pieces[i].size, 1, 1);
    for (u32 k = 0; k < runs.n; k++) {
      nest_add(&sides[i], &(i64){runs.at[k].side});
      nest_add(&lengths[i], &(i64){(i64)runs.at[k].n});
    }
    vec_free(&runs);
  }
  bool fits = generator_find(sides, n, &m->sides, ret_why);
  if (fits && !generator_find(lengths, n, &m->lengths, ret_why)) {
    generator_done(&m->sides);
    fits = false;
  }
  nests_done(sides, n);
  nests_done(lengths, n);
  if (fits) m->from = MAX(m->sides.from, m->lengths.from);
  return fits;
}

static bool runs_equal(const SideRunVec *a, const SideRunVec *b) {
  if (a->n != b->n) return false;
  for (u32 i = 0; i < a->n; i++) {
    if (a->at[i].side != b->at[i].side || a->at[i].n != b->at[i].n) return false;
  }
  return true;
}

/* The strings below m->from, which the recursion stops at. */
static void base_keep(KeyLaw *m, const String *strings, u32 n) {
  m->base = mem_new(n * sizeof *m->base);
  for (u32 i = 0; i < n && strings[i].size < m->from; i++) {
    BaseString *b = &m->base[m->n_base++];
    b->size = strings[i].size;
    runs_of(strings[i].sides.at, strings[i].sides.n, &b->runs);
  }
}

static bool key_make(const KeyLaw *m, i64 size, u64 max_runs, SideRunVec *ret, Text *ret_why);

/* The whole law against what was seen: the last word. */
static bool key_agrees(const KeyLaw *m, const String *s) {
  SideRunVec made = {0}, seen = {0};
  runs_of(s->sides.at, s->sides.n, &seen);
  bool agrees = key_make(m, s->size, seen.n + 1, &made, NULL) && runs_equal(&made, &seen);
  vec_free(&made);
  vec_free(&seen);
  return agrees;
}

static void key_done(KeyLaw *m) {
  generator_done(&m->sides);
  generator_done(&m->lengths);
  for (u32 i = 0; i < m->n_base; i++) vec_free(&m->base[i].runs);
  mem_free(m->base);
}

/* Sizes whose strings do not contain their parts, if they are the smallest, are stopped at. */
static bool recursion_fit(const String *strings, u32 n, Recursion recursion, KeyLaw *ret,
                          Text *ret_why) {
  SideString *pieces = mem_new(n * sizeof *pieces);
  KeyLaw m = {.key = ret->key, .recursion = recursion};
  u32 first = n;
  while (first > 0) {
    const String *s = &strings[first - 1];
    SideString *piece = &pieces[first - 1];
    *piece = (SideString){.size = s->size, .sides = s->sides.at, .n = s->sides.n};
    if (recursion != RECURSION_NONE &&
        !string_strip(strings, n, s, recursion, &piece->sides, &piece->n)) {
      break;
    }
    first--;
  }
  bool fits = n - first >= MIN_SIZES && pieces_fit(pieces + first, n - first, &m, ret_why);
  mem_free(pieces);
  if (!fits) return false;
  if (recursion != RECURSION_NONE) base_keep(&m, strings, n);
  for (u32 i = 0; i < n && fits; i++) {
    fits = strings[i].size < m.from || key_agrees(&m, &strings[i]);
  }
  if (fits) {
    *ret = m;
  } else {
    key_done(&m);
  }
  return fits;
}

static bool key_fit(const KeyedPath *at, u32 n, u32 key, KeyLaw *ret, Text *ret_why) {
  String *strings = strings_new(at, n, key);
  cleanup(text_free) Text why = {0};
  bool fits = false;
  ret->key = key;
  for (Recursion r = RECURSION_NONE; r < RECURSION_COUNT && !fits; r++) {
    fits = recursion_fit(strings, n, r, ret, r == RECURSION_NONE ? &why : NULL);
  }
  if (!fits && ret_why) {
    text_addf(ret_why, "decisions with key %u: %s; nor are they made of those of smaller sizes",
              key, why.n ? text_c(&why) : "too few sizes");
  }
  strings_free(strings, n);
  return fits;
}

static void keys_add(U32Vec *keys, u32 key) {
  u32 low = 0, high = keys->n;
  while (low < high) {
    u32 middle = (low + high) / 2;
    if (keys->at[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < keys->n && keys->at[low] == key) return;
  vec_push(keys, key);
  memmove(keys->at + low + 1, keys->at + low, (keys->n - 1 - low) * sizeof *keys->at);
  keys->at[low] = key;
}

bool decision_law_fit(const KeyedPath *at, u32 n, DecisionLaw *ret, Text *ret_why) {
  U32Vec keys = {0};
  for (u32 i = 0; i < n; i++) {
    assert(i == 0 || at[i].size > at[i - 1].size);
    for (u32 k = 0; k < at[i].n; k++) keys_add(&keys, at[i].at[k].key);
  }
  DecisionLaw m = {.at = mem_new(keys.n * sizeof *m.at)};
  bool fits = true;
  for (u32 k = 0; k < keys.n && fits; k++) {
    fits = key_fit(at, n, keys.at[k], &m.at[k], ret_why);
    if (fits) m.n++;
  }
  vec_free(&keys);
  if (fits) {
    *ret = m;
  } else {
    decision_law_done(&m);
  }
  return fits;
}

/* ---- making ---- */

static void say(Text *ret_why, const char *reason) {
  if (ret_why) text_add(ret_why, reason);
}

static bool runs_append(SideRunVec *ret, const SideRunVec *more, u64 max_runs, Text *ret_why) {
  if (ret->n + (u64)more->n > max_runs) {
    say(ret_why, "the string of decisions is too long");
    return false;
  }
  for (u32 i = 0; i < more->n; i++) runs_add(ret, more->at[i].side, more->at[i].n);
  return true;
}

/* What the generators say at a size. */
static bool piece_make(const KeyLaw *m, i64 size, u64 max_runs, SideRunVec *ret, Text *ret_why) {
  Nest sides, lengths;
  u64 most = 4 * max_runs + 64; /* groups count too */
  if (!generator_make(&m->sides, size, most, &sides, ret_why)) return false;
  if (!generator_make(&m->lengths, size, most, &lengths, ret_why)) {
    nest_done(&sides);
    return false;
  }
  bool fits = sides.values.n == lengths.values.n && ret->n + (u64)sides.values.n <= max_runs;
  if (!fits) say(ret_why, "the sequences of sides and of lengths differ, or are too long");
  for (u32 i = 0; i < sides.values.n && fits; i++) {
    i64 side = sides.values.at[i], n = lengths.values.at[i];
    fits = side >= 0 && side <= UINT32_MAX && n >= 0;
    if (fits) runs_add(ret, (u32)side, (u64)n);
    if (!fits) say(ret_why, "a run has no length or no side");
  }
  nest_done(&sides);
  nest_done(&lengths);
  return fits;
}

static bool base_make(const KeyLaw *m, i64 size, u64 max_runs, SideRunVec *ret, Text *ret_why) {
  if (size <= 0) return true;
  for (u32 i = 0; i < m->n_base; i++) {
    if (m->base[i].size == size) return runs_append(ret, &m->base[i].runs, max_runs, ret_why);
  }
  say(ret_why, "the recursion ends at a size that was not seen");
  return false;
}

/* With one part of size N-1 this is a loop, so that it need not be N deep: M(N) … M(from), with the
 * base behind, or the base and then M(from) … M(N). */
static bool chain_make(const KeyLaw *m, i64 size, Where where, u64 max_runs, SideRunVec *ret,
                       Text *ret_why) {
  if (where == AFTER && !base_make(m, m->from - 1, max_runs, ret, ret_why)) return false;
  for (i64 k = m->from; k <= size; k++) {
    i64 at = where == AFTER ? k : size - (k - m->from);
    if (!piece_make(m, at, max_runs, ret, ret_why)) return false;
  }
  return where == AFTER || base_make(m, m->from - 1, max_runs, ret, ret_why);
}

/* Appends the string of a size. */
static bool key_make(const KeyLaw *m, i64 size, u64 max_runs, SideRunVec *ret, Text *ret_why) {
  if (m->recursion == RECURSION_NONE) return piece_make(m, size, max_runs, ret, ret_why);
  if (size < m->from) return base_make(m, size, max_runs, ret, ret_why);
  Parts parts = recursion_parts(m->recursion, size);
  if (parts.second == 0 && parts.first == size - 1 && size > 2) {
    return chain_make(m, size, parts.where, max_runs, ret, ret_why);
  }
  if (parts.where == BEFORE && !piece_make(m, size, max_runs, ret, ret_why)) return false;
  if (!key_make(m, parts.first, max_runs, ret, ret_why)) return false;
  if (!key_make(m, parts.second, max_runs, ret, ret_why)) return false;
  return parts.where == BEFORE || piece_make(m, size, max_runs, ret, ret_why);
}

bool decision_law_make(const DecisionLaw *m, i64 size, u64 max_runs, Prediction *ret,
                       Text *ret_why) {
  Prediction p = {.at = mem_new(m->n * sizeof *p.at)};
  bool fits = true;
  max_runs = MIN(max_runs, UINT32_MAX / 8);
  for (u32 k = 0; k < m->n && fits; k++) {
    p.at[p.n++].key = m->at[k].key;
    fits = key_make(&m->at[k], size, max_runs, &p.at[k].runs, ret_why);
  }
  if (fits) {
    *ret = p;
  } else {
    prediction_done(&p);
  }
  return fits;
}

/* ---- following ---- */

static KeyPrediction *prediction_find(Prediction *p, u32 key) {
  u32 low = 0, high = p->n;
  while (low < high) {
    u32 middle = (low + high) / 2;
    if (p->at[middle].key < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < p->n && p->at[low].key == key ? &p->at[low] : NULL;
}

bool prediction_next(Prediction *p, u32 key, u32 *ret_side) {
  KeyPrediction *k = prediction_find(p, key);
  if (!k || k->next == k->runs.n) return false;
  *ret_side = k->runs.at[k->next].side;
  if (++k->n_used == k->runs.at[k->next].n) {
    k->next++;
    k->n_used = 0;
  }
  return true;
}

bool prediction_is_over(const Prediction *p) {
  for (u32 k = 0; k < p->n; k++) {
    if (p->at[k].next < p->at[k].runs.n) return false;
  }
  return true;
}

void prediction_done(Prediction *p) {
  for (u32 k = 0; k < p->n; k++) vec_free(&p->at[k].runs);
  p->at = mem_free(p->at);
  p->n = 0;
}

/* ---- printing ---- */

static const char *const recursion_texts[RECURSION_COUNT] = {
    [RECURSION_NONE] = "",
#define RECURSION(id, first, second, where) \
  [RECURSION_##id] = "S(" #first "), S(" #second "), new " #where ": ",
#include "laws/recursions.def"
#undef RECURSION
};

void decision_law_print(const DecisionLaw *m, Text *ret) {
  for (u32 k = 0; k < m->n; k++) {
    const KeyLaw *of = &m->at[k];
    text_addf(ret, "%u: %ssides ", of->key, recursion_texts[of->recursion]);
    generator_print(&of->sides, ret);
    text_add(ret, "; lengths ");
    generator_print(&of->lengths, ret);
    text_addf(ret, " (from N = %" PRId64 ")\n", of->from);
  }
}

void decision_law_done(DecisionLaw *m) {
  for (u32 k = 0; k < m->n; k++) key_done(&m->at[k]);
  m->at = mem_free(m->at);
  m->n = 0;
}
