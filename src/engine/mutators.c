/* mutators.c — the changes, and the choice among them.
 *
 * A change is chosen as often as it has found something in proportion to its tries; one that never did
 * keeps a small chance.  After: the adaptive schedules of fuzzers (Lyu and others, "MOPT", USENIX
 * Security 2019), without their swarm.
 */
#include "engine/mutators.h"

#include "inputs/constants.h"
#include "learn/weight_law.h"

#include <ctype.h>
#include <string.h>

/* ---- specimens ----------------------------------------------------------------------------------- */

const NamedBytes *specimen_find(const NamedBytesVec *s, const char *name, u32 n) {
  for (u32 i = 0; s && i < s->n; i++) {
    const NamedBytes *in = &s->at[i];
    if (in->n_bytes == n && !strcmp(in->name, name)) return in;
  }
  return NULL;
}

/* ---- words --------------------------------------------------------------------------------------- */

/* Help and messages have blanks. */
static bool is_name(const Phrase *w) {
  for (u32 i = 0; i < w->n; i++)
    if (!isalnum(w->at[i]) && !strchr("-_.+", w->at[i])) return false;
  return w->n > 1;
}

/* A program has some hundreds, its library as many. */
enum { MOST_WORDS = 2048 };

Mutators mutators_new(const Module *module, const Vocabulary *given, u64 seed) {
  Mutators m = {.rng = {seed}, .vocabulary.max_words = MOST_WORDS};
  for (u32 i = 0; given && i < given->words.n; i++)
    vocabulary_add_word(&m.vocabulary, given->words.at[i].at, given->words.at[i].n);
  m.n_given = m.vocabulary.words.n;
  constants_collect(module, &m.vocabulary);
  for (u32 i = 0; i < m.vocabulary.words.n; i++)
    if (is_name(&m.vocabulary.words.at[i])) vec_push(&m.names, i);
  return m;
}

void mutators_done(Mutators *m) {
  vocabulary_done(&m->vocabulary);
  vec_free(&m->names);
}

/* ---- changes ------------------------------------------------------------------------------------- */

/* The bytes may be some of its own. */
static void put(NamedBytes *io, u32 at, const void *bytes, u32 n) {
  if (at < io->n_bytes) memmove(io->bytes + at, bytes, MIN(n, io->n_bytes - at));
}

static u32 any_place(Mutators *m, const NamedBytes *in) {
  return (u32)rng_below(&m->rng, in->n_bytes);
}

static u8 any_letter(Mutators *m) {
  const Vocabulary *v = &m->vocabulary;
  if (v->letters.n && rng_chance(&m->rng, 2))
    return v->letters.at[rng_below(&m->rng, v->letters.n)];
  return (u8)(' ' + rng_below(&m->rng, 95));
}

/* Half of the time one that the user gave: a program may have many more of its own. */
static Phrase any_word(Mutators *m) {
  const Vocabulary *v = &m->vocabulary;
  if (m->n_given && rng_chance(&m->rng, 2)) return v->words.at[rng_below(&m->rng, m->n_given)];
  return v->words.n ? v->words.at[rng_below(&m->rng, v->words.n)] : (Phrase){(u8 *)"", 0};
}

static Phrase any_name(Mutators *m) {
  if (!m->names.n) return any_word(m);
  return m->vocabulary.words.at[m->names.at[rng_below(&m->rng, m->names.n)]];
}

/* One that the input has room for, if some draws find it: of values, programs accept no beginnings. */
enum { DRAWS = 16 };

static Phrase any_name_of(Mutators *m, u32 most) {
  Phrase name = any_name(m);
  for (u32 i = 1; name.n > most && i < DRAWS; i++) name = any_name(m);
  return name;
}

/* Mostly the text ends behind it. */
static void put_text(Mutators *m, NamedBytes *io, u32 at, Phrase text) {
  put(io, at, text.at, text.n);
  if (!rng_chance(&m->rng, 3)) put(io, at + text.n, "", 1);
}

static void put_letter(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  io->bytes[any_place(m, io)] = any_letter(m);
}

static void put_byte(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  io->bytes[any_place(m, io)] = (u8)rng_u64(&m->rng);
}

static void put_long_option(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  put(io, 0, "--", 2);
  put_text(m, io, 2, any_name(m));
}

static void put_option(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  u8 option[] = {'-', any_letter(m)};
  put_text(m, io, 0, (Phrase){option, 2});
}

static void put_digits_at(Mutators *m, NamedBytes *io, u32 at) {
  u8 digits[3];
  for (u32 i = 0; i < 3; i++) digits[i] = (u8)('0' + rng_below(&m->rng, 10));
  put_text(m, io, at, (Phrase){digits, 1 + (u32)rng_below(&m->rng, 3)});
}

static void put_any_value(Mutators *m, NamedBytes *io, u32 at) {
  u64 kind = rng_below(&m->rng, 3);
  u8 letter = any_letter(m);
  if (kind == 0) put_text(m, io, at, (Phrase){&letter, 1});
  if (kind == 1) put_digits_at(m, io, at);
  if (kind == 2) put_text(m, io, at, any_name_of(m, io->n_bytes - MIN(at + 1, io->n_bytes)));
}

static void put_assignment(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  Phrase name = any_name_of(m, io->n_bytes - MIN(3u, io->n_bytes));
  put(io, 0, name.at, name.n);
  put(io, name.n, "=", 1);
  put_any_value(m, io, name.n + 1);
}

static u32 text_length(const NamedBytes *in) {
  u32 n = 0;
  while (n < in->n_bytes && in->bytes[n]) n++;
  return n;
}

/* What stands before it stays: programs that read lists and assignments have liked it so far. */
static void put_value(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  u32 n = text_length(io), n_places = 0, at = n;
  for (u32 i = 0; i < n; i++)
    if ((io->bytes[i] == '=' || io->bytes[i] == ',') && rng_chance(&m->rng, ++n_places)) at = i + 1;
  if (!n_places || rng_chance(&m->rng, 4)) {
    put(io, n, n_places ? "," : "=", 1);
    at = n + 1;
  }
  put_any_value(m, io, at);
}

static void put_word(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  Phrase word = rng_chance(&m->rng, 2) ? any_word(m) : any_name(m);
  put_text(m, io, rng_chance(&m->rng, 2) ? 0 : any_place(m, io), word);
}

static void put_digits(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  put_digits_at(m, io, any_place(m, io));
}

static void put_number(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  const Vocabulary *v = &m->vocabulary;
  u64 number = rng_below(&m->rng, io->n_bytes == 1 ? 2 : 4);
  if (v->numbers.n && rng_chance(&m->rng, 4))
    number = (u64)v->numbers.at[rng_below(&m->rng, v->numbers.n)];
  put(io, 0, &number, sizeof number);
}

static void splice(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  if (!others->n) return;
  const NamedBytesVec *s = &others->at[rng_below(&m->rng, others->n)];
  const NamedBytes *from = specimen_find(s, io->name, io->n_bytes);
  if (s->n && (!from || rng_chance(&m->rng, 4))) from = &s->at[rng_below(&m->rng, s->n)];
  if (!from || !from->n_bytes) return;
  u32 at = rng_chance(&m->rng, 2) ? 0 : any_place(m, from);
  put(io, rng_chance(&m->rng, 2) ? at : 0, from->bytes + at, from->n_bytes - at);
}

static void shift(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  (void)others;
  u32 at = any_place(m, io), rest = io->n_bytes - at - 1;
  if (rng_chance(&m->rng, 2))
    memmove(io->bytes + at, io->bytes + at + 1, rest);
  else
    memmove(io->bytes + at + 1, io->bytes + at, rest);
}

/* ---- the choice ---------------------------------------------------------------------------------- */

typedef void Change(Mutators *m, const SpecimenVec *others, NamedBytes *io);

static Change *const changes[MUTATOR_COUNT] = {
#define MUTATOR(function, meaning) function,
#include "engine/mutators.def"
#undef MUTATOR
};

Mutator mutate(Mutators *m, const SpecimenVec *others, NamedBytes *io) {
  double rates[MUTATOR_COUNT];
  assert(io->n_bytes);
  for (u32 i = 0; i < MUTATOR_COUNT; i++)
    rates[i] = (m->n_found[i] + 1) / (m->n_tried[i] + MUTATOR_COUNT);
  /* What is as wide as a number of C is one, or a flag: letters would hardly ever be good. */
  bool is_number = (io->n_bytes == 4 || io->n_bytes == 1) && !rng_chance(&m->rng, 4);
  Mutator by =
      is_number ? MUTATOR_put_number : (Mutator)frequency_draw(rates, MUTATOR_COUNT, &m->rng);
  changes[by](m, others, io);
  return by;
}

void mutators_feed(Mutators *m, Mutator by, bool found) {
  m->n_tried[by]++;
  m->n_found[by] += found;
}
