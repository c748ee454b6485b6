/* worst_report.h — what a search for the worst case found, as plain data, and its file worst.json,
 * which is also what --json prints.  The page is made from it (html.h).
 *
 * Texts are borrowed from whoever outlives the report; a text that would not live as long is first
 * kept in the report (worst_report_keep).  What is not known is NULL, 0 or empty unless a member
 * says otherwise.
 */
#ifndef REPORT_WORST_REPORT_H
#define REPORT_WORST_REPORT_H

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

/* A part of an element of BYTES: a member of a struct, "" for a whole element that is a floating-point
 * number. */
typedef struct WorstField {
  const char *name; /* "key", "at.x" */
  FieldKind kind;
  u32 offset, n_bits; /* in bits, so that bit-fields are nothing special */
  u32 count;          /* of an array; else 1 */
} WorstField;

/* One input of the program.  In worst.json a shape says name, kind, bytes and dimensions, and the
 * value is a number (no dimensions), a list, a list of lists, …; the last dimension of CHAR is a
 * string whose code points are the bytes, that of BYTES with one byte a string of hexadecimal
 * digits (with more, each element is one).  Unsigned numbers above the signed range are strings, and so are
 * floats that a JSON number would round, with all their digits or, where they are not finite, their
 * bits: 0x7ff0000000000000. */
typedef struct WorstInput {
  const char *name;
  ElementKind kind;
  u32 element_bytes;
  VEC(u64) dimensions;
  VEC(WorstField) fields; /* of BYTES, where its type is known */
  u8 *bytes;      /* owned; element_bytes times the product of the dimensions, little-endian */
  u64 n_left_out; /* elements behind these, which only the test has */
} WorstInput;

/* `count` decisions in a row at one site that took the same side: of a branch 1 if the condition in
 * the source holds, of a check 1 if all is well; of a switch the number of the target in the order of
 * the code, of an address that of the object in the order in which the path meets them (0: none), both
 * from 1; of a value the value; of an index by how much it
 * exceeds its least value. */
typedef struct WorstStep {
  u32 site; /* index into sites */
  u64 side, count;
} WorstStep;

typedef struct WorstSite {
  ReportPlace place;
  const char *kind; /* "branch", "switch", … */
} WorstSite;

/* An improvement: the best cost after so many paths and so much time. */
typedef struct WorstMoment {
  u64 cost, paths;
  double seconds;
  const char *strategy;
} WorstMoment;

/* A few of the paths that a strategy took, one after the other. */
typedef struct WorstSample {
  u64 paths; /* of the whole search at that size, when the last of them ended; seconds: the same */
  double seconds;
  u64 n;              /* how many they are, at least 1 */
  u64 sum, max, last; /* of their costs */
} WorstSample;

/* How a strategy came along: the costs of its paths, or of the path that its policy would take. */
typedef struct WorstSeries {
  const char *strategy;
  bool is_policy;
  VEC(WorstSample) at;
} WorstSeries;

typedef struct WorstLine {
  u32 line;
  u64 n; /* executions */
} WorstLine;

typedef struct WorstFile {
  const char *file; /* its path; if relative, to the folder of the recipe */
  VEC(WorstLine) counts;
} WorstFile;

typedef struct WorstVerified {
  RunVerdict vm, native; /* CONFIRMED: the same cost; NONE and UNKNOWN are null in the file */
  bool has_vm_cost, has_native_cost;
  u64 vm_cost, native_cost;
  const char *native_how; /* "same path, 45 statements" */
} WorstVerified;

/* What a strategy tells of its own work: a time, or a count.  In the file they are the members of
 * "phases" and of "counts"; which there are is the strategy's matter. */
typedef struct WorstFigure {
  const char *name;
  const char *words; /* for people; not in the file */
  bool is_time;
  double value; /* seconds, or how many */
} WorstFigure;

/* What random inputs of the same size cost. */
typedef struct WorstTypical {
  u64 n;            /* member "inputs": how many ended; 0: not known */
  u64 median, high; /* 95 % of them cost no more than `high` */
} WorstTypical;

typedef struct WorstSize {
  u64 size;
  bool has_cost; /* false: no path finished; `why` says why */
  u64 cost;
  u64 instructions; /* of the same path, whatever the cost counts; 0: not known */
  bool proven;      /* else: the best that was found */
  bool whole;       /* every path was searched; not proven then if some ended with an error */
  bool unbounded;   /* some input never ends: the cost is the highest of those that do */
  bool predicted;   /* the cost is that of a formula, and was not seen in a run with symbols */
  const char *how;  /* the strategy that found it */
  const char *why;  /* why it is proven, or is not */
  WorstVerified verified;
  WorstTypical typical;
  u64 n_feasible, n_infeasible, n_error, n_unfinished; /* paths */
  u64 n_queries;
  double seconds;
  VEC(WorstFigure) figures;
  const char *test, *path; /* files in the output folder; there is no path where it is predicted */
  VEC(WorstInput) inputs;  /* two of a name are told apart by "#2", … in the file */
  const char *decisions;   /* run lengths, "1x45 0x1 s2x3 a1x1 v7x1 c1x2" */
  VEC(WorstSite) sites;
  VEC(WorstStep) strip;     /* the decisions by site, in their order */
  VEC(WorstMoment) history; /* some hundred at most: the first, the last, and such as lie apart */
  VEC(WorstSeries) series;
  VEC(WorstFile) lines; /* how often each line ran on the worst input */
  VEC(ReportCount) ledger;
} WorstSize;

/* A size at which the formula was tried after it had been fitted to others. */
typedef struct WorstChecked {
  u64 size;
  const char *predicted; /* a number; a text because it may be long or a fraction */
  u64 found;
  bool met; /* what was found is what was predicted, or nearly where that is no exact law's */
} WorstChecked;

/* A cost at a size: what the law gives, or what was proven besides. */
typedef struct WorstPoint {
  double size, cost;
} WorstPoint;
typedef VEC(WorstPoint) WorstPointVec;

typedef VEC(const char *) WorstTexts;

/* What the costs found do when N doubles (growth/trend.h). */
typedef struct WorstTrend {
  const char *kind;       /* "multiplies", "adds", "flat", "steps"; NULL: nothing is known */
  VEC(u64) sizes;         /* those that are compared */
  VEC(double) ratios;     /* of the costs at these */
  double exponent;        /* the last ratio as a power of N; not finite: it is none */
  u64 start_up;           /* what every input costs, taken off before */
  const char *class_name; /* "n^2", the only class that they follow, or NULL */
} WorstTrend;

/* What of it is known goes by the kind (growth/growth.h): "exact", "at least", "trend", "unknown". */
typedef struct WorstGrowth {
  const char *kind;
  const char *exact;      /* "1/2*N^2 - 1/2*N", the law of the proven sizes, or NULL */
  const char *at_least;   /* the same of costs that are not all proven: a lower bound */
  const char *class_name; /* "n^2", of the law or of the trend; member "class" */
  bool has_from;
  u64 from;              /* the law holds from this size on */
  u64 n_sizes, n_proven; /* members "sizes", "proven": that the law was made from */
  u64 n_spare;           /* member "spare": of those, how many a law did not need */
  double coefficient;    /* of the largest term; not finite: unknown */
  WorstTrend trend;
  const char *text; /* all of it in words */
  VEC(WorstChecked) checked;
  WorstPointVec curve;   /* what the law gives at ascending sizes, enough of them to look smooth */
  WorstPointVec learned; /* proven at sizes that nobody asked for, to learn from them */
} WorstGrowth;

typedef struct WorstReport {
  Recipe recipe; /* owned; member "program": what is compiled, perhaps a main made of the call */
  WorstTexts sources; /* the user's own files, as typed */
  const char *call, *function;
  const char *strategy;
  const char *metric; /* as typed: "branches", "calls:swap" */
  const char *unit;   /* what is counted, in words: "branches", "bytes allocated" */
  u64 seed;
  const char *out;      /* the folder */
  VEC(WorstSize) sizes; /* ascending */
  bool has_growth;
  WorstGrowth growth;
  ReportErrorVec errors, warnings; /* owned; found on the way, as in run.json */
  WorstTexts said;                 /* what was done and why, a line each */
  WorstTexts tried;                /* in vain */
  const char *command;             /* as it was typed */
  const char *sandbox;             /* of native runs: "full", or what it lacked; NULL: none */
  const char *version;
  double seconds;
  const char
      *limit; /* "unfinished": the search is going on, or was killed; NULL: it came to its end */
  Names kept; /* owned; see worst_report_keep */
} WorstReport;

bool worst_growth_is_known(const WorstReport *r); /* that is, more than why nothing is known */
const char *
worst_size_certainty(const WorstSize *s);      /* "proven", "proven if no error", "predicted", … */
bool worst_is_unbounded(const WorstReport *r); /* at some size */
const char *worst_report_keep(WorstReport *r, const char *text); /* a copy that lives as long */
/* The time of that name; not finite: there is none. */
double worst_size_phase(const WorstSize *s, const char *name);
u64 worst_input_elements(const WorstInput *in);      /* product of the dimensions */
u64 worst_input_word(const WorstInput *in, u64 i);   /* bits of the i-th element, 8 bytes at most */
i64 worst_input_number(const WorstInput *in, u64 i); /* the same, signed if the input is */
double worst_input_float(const WorstInput *in, u64 i); /* of ELEMENT_FLOAT */
void worst_report_done(WorstReport *r);                /* also for cleanup() */

/* Appended; ends in a newline. */
void worst_report_json(const WorstReport *r, Text *to);

/* Errors name the file and the member.  *ret is untouched then, and the caller's otherwise. */
must_use Err worst_report_read(const char *path, WorstReport *ret);

#endif
