/* shapes.c — small and large shapes, and smaller ones of those that a user gives. */
#include "engine/shapes.h"

#include "build/environment.h"
#include "report/ktest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const OptionChoice shape_choices[] = {
    {"given", NULL, "what the words behind -- say"},
    {"auto", NULL,
     "if nothing is symbolic: several, chosen by nadir, of which those that pay go on"},
    {"vary", NULL, "likewise, and smaller ones of what the words say"},
    {0}};

static bool has_fn(const Module *m, const char *name) {
  u32 fn = module_find_fn(m, name);
  return fn && m->fns.at[fn].is_defined;
}

static bool reads_arguments(const Module *m) {
  u32 fn = module_find_fn(m, "main");
  return fn && m->fns.at[fn].n_params > 1 && !(m->fns.at[fn].unread >> 1 & 1);
}

/* What musl's functions for input come to. */
static bool reads_bytes(const Module *m) {
  static const char *const readers[] = {"__stdio_read", "read", "readv", "pread"};
  for (u32 i = 0; i < ARRAY_LEN(readers); i++)
    if (has_fn(m, readers[i])) return true;
  return false;
}

bool shapes_can_matter(const Module *m) { return reads_arguments(m) || reads_bytes(m); }

static void add_number(u32 number, Names *ret) {
  char text[16];
  snprintf(text, sizeof text, "%u", number);
  names_add(ret, text);
}

/* ---- chosen -------------------------------------------------------------------------------------- */

/* Options are short, names and texts are longer, and a program that is all about its input wants more of
 * that: the first are those that Homi's authors gave to KLEE. */
static const struct {
  const char *arguments;
  u32 n_bytes; /* of a file, and of standard input */
} chosen[] = {
    {"--sym-args 0 1 10 --sym-args 0 2 2", 8},
    {"--sym-args 0 2 2", 0},
    {"--sym-args 0 3 10", 8},
    {"--sym-args 0 5 3", 8},
    {"--sym-args 0 1 4 --sym-args 0 1 30", 16},
    {"--sym-args 0 2 3", 64},
    {"--sym-args 0 1 3", 300},
};
static const u32 input_lengths[] = {8, 0, 1, 32, 128, 512};

static void add_input(u32 n_bytes, bool with_file, bool has_stdin, Names *ret) {
  if (with_file) {
    names_add_split(ret, "--sym-files 1");
    add_number(n_bytes, ret);
  }
  if (has_stdin) return;
  names_add(ret, "--sym-stdin");
  add_number(n_bytes, ret);
}

void shapes_choose(const Module *m, bool has_stdin, Names *ret) {
  bool reads = reads_bytes(m);
  if (!reads_arguments(m)) {
    for (u32 i = 0; i < ARRAY_LEN(input_lengths); i++) {
      names_add(ret, "--sym-shape");
      add_input(input_lengths[i], false, has_stdin, ret);
    }
    return;
  }
  for (u32 i = 0; i < ARRAY_LEN(chosen); i++) {
    names_add(ret, "--sym-shape");
    names_add_split(ret, chosen[i].arguments);
    if (reads) add_input(chosen[i].n_bytes, true, has_stdin, ret);
  }
}

/* ---- varied -------------------------------------------------------------------------------------- */

/* A part of each length and of each number of arguments, at least 1 and MIN; or as many arguments as there may
 * be. */
typedef struct Variation {
  u32 length_part, count_part;
  bool is_full;
} Variation;

static const Variation variations[] = {{1, 1, false}, {2, 1, false}, {4, 1, false}, {1, 2, false},
                                       {4, 2, false}, {1, 1, true},  {4, 1, true}};

static bool is_number(const char *word) { return *word >= '0' && *word <= '9'; }

static void add_part(const char *word, u32 part, u32 least, Names *ret) {
  if (!is_number(word)) {
    names_add(ret, word); /* N, the size of the run */
    return;
  }
  u32 n = (u32)strtoul(word, NULL, 10);
  add_number(MAX(MAX(n / part, MIN(n, 1u)), least), ret);
}

/* The last number is a length; --sym-args has two before it, of arguments. */
static void add_varied(const Variation *v, const char *const *words, u32 n, Names *ret) {
  names_add(ret, words[0]);
  bool is_args = n == 4;
  u32 least = is_args ? (u32)strtoul(words[1], NULL, 10) : 0;
  if (is_args) names_add(ret, v->is_full ? words[2] : words[1]);
  if (is_args) add_part(words[2], v->is_full ? 1 : v->count_part, least, ret);
  if (n == 3) names_add(ret, words[1]);
  if (n > 1) add_part(words[n - 1], v->length_part, 0, ret);
}

static bool is_of_length(const char *word) {
  while (*word == '-') word++;
  return strcmp(word, "max-fail") != 0;
}

static void add_shape(const Variation *v, const WordList *words, Names *ret) {
  for (u32 i = 0; i < words->n;) {
    u32 n = MAX(environment_word_length(words->at[i]), 1u);
    static const Variation as_it_is = {1, 1, false};
    bool varies = n > 1 && is_of_length(words->at[i]);
    add_varied(varies ? v : &as_it_is, words->at + i, n, ret);
    i += n;
  }
}

static bool is_among(const Names *shape, const Names *all) {
  for (u32 i = 0; i + shape->n <= all->n; i++) {
    u32 k = 0;
    while (k < shape->n && !strcmp(all->at[i + k], shape->at[k])) k++;
    bool is_end = i + k == all->n || !strcmp(all->at[i + k], "--sym-shape");
    if (k == shape->n && is_end) return true;
  }
  return false;
}

static bool begins_shape(const char *word) {
  return !strcmp(word, "--sym-shape") || !strcmp(word, "-sym-shape");
}

static bool has_shapes(const WordList *words) {
  for (u32 i = 0; i < words->n; i++)
    if (begins_shape(words->at[i])) return true;
  return false;
}

void shapes_vary(const WordList *words, Names *ret) {
  cleanup(names_free) Names all = {0};
  u32 n = 0;
  if (has_shapes(words)) return;
  for (u32 i = 0; i < ARRAY_LEN(variations); i++) {
    cleanup(names_free) Names shape = {0};
    names_add(&shape, "--sym-shape");
    add_shape(&variations[i], words, &shape);
    if (is_among(&shape, &all)) continue;
    for (u32 k = 0; k < shape.n; k++) names_add(&all, shape.at[k]);
    n++;
  }
  for (u32 i = 0; n > 1 && i < all.n; i++) names_add(ret, all.at[i]);
}

/* ---- what came of them --------------------------------------------------------------------------- */

static void read_shapes(const WordList *words, CoverReport *io) {
  cleanup(text_free) Text shape = {0};
  for (u32 i = 0; i <= words->n; i++) {
    bool is_last = i == words->n;
    if (!is_last && !begins_shape(words->at[i])) {
      text_addf(&shape, "%s%s", shape.n ? " " : "", words->at[i]);
      continue;
    }
    if (io->shapes.n) vec_last(&io->shapes).words = text_dup(text_c(&shape));
    if (is_last) break;
    text_clear(&shape);
    vec_push(&io->shapes, ((CoverShape){0}));
  }
}

static const NamedBytes *chosen_by(const Ktest *k) {
  for (u32 i = 0; i < k->objects.n; i++)
    if (!strcmp(k->objects.at[i].name, NADIR_SHAPE_INPUT) && k->objects.at[i].n_bytes)
      return &k->objects.at[i];
  return NULL;
}

static int better_first(const void *a, const void *b) {
  const CoverShape *x = a, *y = b;
  if (x->n_new != y->n_new) return x->n_new > y->n_new ? -1 : 1;
  return strcmp(x->words, y->words);
}

void shapes_count(const WordList *words, const OutDir *tests, CoverReport *io) {
  if (!has_shapes(words)) return;
  read_shapes(words, io);
  for (u32 i = 0; i < io->tests.n; i++) {
    cleanup(ktest_free) Ktest k = {0};
    cleanup(text_free) Text path = text_format("%s/%s", text_c(&tests->path), io->tests.at[i].file);
    const NamedBytes *o = ktest_read(text_c(&path), &k) == OK ? chosen_by(&k) : NULL;
    u32 shape = o ? o->bytes[0] % io->shapes.n : 0;
    if (!o && io->shapes.n > 1) continue;
    io->shapes.at[shape].n_tests++;
    io->shapes.at[shape].n_new += io->tests.at[i].n_new;
  }
  qsort(io->shapes.at, io->shapes.n, sizeof *io->shapes.at, better_first);
}
