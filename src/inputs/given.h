/* given.h — what the user gives a search over inputs: tests to begin with (--seeds) and words (-x). */
#pragma once

#include "base/named_bytes.h"
#include "inputs/evaluator.h"

/* How a test fitted the inputs of the size at which it was tried last, which is the largest. */
typedef enum GivenFit {
  GIVEN_UNTRIED,
  GIVEN_UNUSED, /* it has nothing of what the program asks for */
  GIVEN_WHOLE,
  GIVEN_EXTENDED,
  GIVEN_CUT,
} GivenFit;

typedef struct GivenTest {
  const NamedBytesVec
      *inputs; /* borrowed; one without a name is bytes for whatever the program reads */
  GivenFit fit;
} GivenTest;

typedef struct Given {
  VEC(GivenTest) tests;
  Vocabulary words; /* owned */
} Given;

void given_done(Given *g); /* also for cleanup() */

/* The words that were given, then those of the program.  `g` may be NULL. */
void given_vocabulary(const Given *g, const Module *m, Vocabulary *ret);

/* A genome of the plan made of the test, in the k-th way (inputs/extend.h) if it is of another size, which
 * *ret_fit says; the caller owns it.  NULL: the test has none of these inputs. */
u8 *given_genome(const Evaluator *j, const NamedBytesVec *test, u32 k, GivenFit *ret_fit);
