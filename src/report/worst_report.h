/* worst_report.h — what a search for the worst case found, as plain data, and its file worst.json,
 * which is also what --json prints.  The page is made from it (html.h).
 *
 * Texts are borrowed from owners that outlive the report; the report keeps a copy of any other text
 * (worst_report_keep).  An unknown member is NULL, 0 or empty unless its comment says otherwise.
 */
#pragma once

#include "report/recipe.h"
#include "report/run_report.h"

typedef enum ElementKind {
  ELEMENT_SIGNED, /* numbers of 1, 2, 4 or 8 bytes */
  ELEMENT_UNSIGNED,
  ELEMENT_FLOAT, /* of 4 or 8 bytes */
  ELEMENT_CHAR,  /* text; elements of one byte */
  ELEMENT_BYTES, /* anything else, structs for example */
} ElementKind;

typedef enum FieldKind {
  FIELD_SIGNED,
  FIELD_UNSIGNED,
  FIELD_CHAR,
  FIELD_FLOAT,
  FIELD_BYTES
} FieldKind;

extern const char *const element_kind_names[], *const field_kind_names[];

/* A figure that a strategy reports about its own work: a time, or a count.  In the file these are
 * the members of "phases" and of "counts"; each strategy chooses its own. */
typedef struct WorstFigure {
  const char *name;
  const char *words; /* for people; not in the file */
  bool is_time;
  double value; /* seconds, or how many */
} WorstFigure;

typedef VEC(WorstFigure) WorstFigures;

#define FIELDS "report/worst_fields.def"
#include "report/structs.h"

bool worst_growth_is_known(const WorstReport *r); /* that is, more than why nothing is known */
const char *
worst_size_certainty(const WorstSize *s); /* "proven", "proven if no error", "predicted", … */
bool worst_times_lost(
    const WorstTiming *w); /* did a random input take longer than the extended one? */
bool worst_is_unbounded(const WorstReport *r);                   /* at some size */
const char *worst_report_keep(WorstReport *r, const char *text); /* a copy that lives as long */
u64 worst_input_elements(const WorstInput *in);                  /* product of the dimensions */
u64 worst_input_word(const WorstInput *in, u64 i);   /* bits of the i-th element, 8 bytes at most */
i64 worst_input_number(const WorstInput *in, u64 i); /* the same, signed if the input is */
double worst_input_float(const WorstInput *in, u64 i); /* of ELEMENT_FLOAT */
void worst_input_done(WorstInput *in);
void worst_report_done(WorstReport *r); /* also for cleanup() */

/* Appended; ends in a newline. */
void worst_report_json(const WorstReport *r, Text *to);

/* Errors name the file and the member.  *ret is untouched then, and the caller's otherwise. */
must_use Err worst_report_read(const char *path, WorstReport *ret);
