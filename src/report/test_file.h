/* test_file.h — a test in any form in which people have them: KLEE's .ktest, an XML of Test-Comp, or the
 * bytes of one input, as fuzzers keep them. */
#pragma once

#include "report/ktest.h"

typedef enum TestForm {
  FORM_KTEST,
  FORM_TEST_COMP, /* inputs are called as the machine calls those of __VERIFIER_nondet_: "uint@1" */
  FORM_RAW,       /* one input, whose name is RAW_INPUT */
} TestForm;

/* What is given the bytes depends on the program: the data of a fuzz target, standard input, a file. */
#define RAW_INPUT ""

extern const char *const test_form_names[]; /* for people */

/* A file whose name ends in .ktest is in that form or damaged; the others are told apart by what is in them.
 * As in nadir's tests, of several inputs of one name the later ones are called name_1, name_2, …  *ret is
 * untouched on failure, and owned by the caller otherwise. */
must_use Err test_file_read(const char *path, Ktest *ret, TestForm *ret_form);
