/* input_law.h — laws of inputs: the worst input of any size, without running anything.
 *
 * Where the worst inputs of the small sizes (canonical: the smallest solution of the path
 * condition) follow a rule in the index and the size, this is it:
 *
 *     a[i] = N - 1 - i        INPUT_GENERATOR; laws by cases too (law.h), any dimensions
 *     a[i] of a(N) made of a(ceil N/2) and a(floor N/2), dealt and put together:  INPUT_HALVES
 *
 * Often there are many worst inputs, and the ones found follow no rule.  Then input_law_search
 * tries known patterns and all ways of putting halves together, and asks the caller whether the
 * input that results is a worst one: the caller runs the program on it.
 *
 *     InputLaw m;
 *     if (!input_law_fit(arrays, n, &m, &why) &&
 *         !input_law_search(sizes, n_sizes, costs_as_much, &trial, &next, &m)) give up;
 *     input_law_make(&m, 1000000, 1 << 24, &nest, &why);   // milliseconds
 *     input_law_write_c(&m, &text);                        // long generate(long n, long a[])
 *
 * Not in the paper; the search is in the spirit of Wei et al., "Singularity", FSE 2018, but small
 * enough to be complete.
 */
#pragma once

#include "laws/generator.h"

typedef enum Pattern {
#define PATTERN(id, expression) PATTERN_##id,
#include "laws/patterns.def"
#undef PATTERN
  PATTERN_COUNT
} Pattern;
extern const char *const pattern_texts[PATTERN_COUNT]; /* "N - 1 - i" */

/* An array of N > 1 ranks from those of its halves p and q.  p is the larger one if
 * is_first_larger. They are put one behind the other, or element by element in turn (the larger
 * first), each reversed or not; their values are spread to every other rank (2v and 2v + 1), or
 * one lies above the other. */
typedef struct Halves {
  bool is_first_larger, is_in_turn, is_spread;
  bool is_second_lower; /* the second half gets the lower ranks */
  bool is_first_reversed, is_second_reversed;
} Halves;

typedef enum InputLawKind { INPUT_GENERATOR, INPUT_PATTERN, INPUT_HALVES } InputLawKind;

typedef struct InputLaw {
  InputLawKind kind;
  Generator generator; /* INPUT_GENERATOR; owned */
  Pattern pattern;
  Halves halves;
} InputLaw;

/* From the inputs of ascending sizes; one nest per size, as deep as the array has dimensions.
 * False: no law, and why. */
bool input_law_fit(const Nest *at, u32 n, InputLaw *ret, Text *ret_why);

/* Whether the array of n elements is what is wanted at this size. */
typedef bool InputAccept(void *user, i64 size, const i64 *at, u32 n);
/* The next pattern or way of halves that is accepted at all sizes; asked in the order given, so put
 * one first that is small but says much.  Give all sizes whose cost is known: one way of halves
 * gives worst inputs of merge sort at sizes 2 to 5, 7 and 8, but not at 6.  *next is 0
 * at first; if what was found fails at a larger size, the search goes on from there.  Arrays of N
 * elements only. */
bool input_law_search(const i64 *sizes, u32 n_sizes, InputAccept *accept, void *user, u32 *next,
                      InputLaw *ret);

bool input_law_make(const InputLaw *m, i64 size, u64 max_leaves, Nest *ret, Text *ret_why);
/* For people: "i < N: N - 1 - i". */
void input_law_print(const InputLaw *m, Text *ret);
/* A file of C with `long generate(long N, long a[])`, which returns the number of elements, and with NULL
 * for a does nothing else; elements of several dimensions one row after the other. */
void input_law_write_c(const InputLaw *m, Text *ret);
void input_law_done(InputLaw *m);
