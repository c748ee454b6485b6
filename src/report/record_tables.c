/* record_tables.c — the rows of the records as data. */
#include "report/record_tables.h"
#include "report/check_report.h"
#include "report/cover_report.h"
#include "report/status_report.h"
#include "report/worst_report.h"

#define AT(m) (u32) offsetof(Here, m)

/* `Here` is the struct of the table that is being written. */
#define RECORD(Type, words)                            \
  static const Record *record_##Type(void) {           \
    typedef Type Here;                                 \
    static const char name[] = #Type, about[] = words; \
    static const RecordRow rows[] = {
#define END(Type)                                                             \
  }                                                                           \
  ;                                                                           \
  static const Record r = {name, about, rows, ARRAY_LEN(rows), sizeof(Here)}; \
  return &r;                                                                  \
  }
#define ROW(kind, m, name, bits, words, ...) \
  {.as = kind, .json = name, .flags = bits, .at = AT(m), .about = words, __VA_ARGS__},
#define COUNT(m, json, flags, words) ROW(AS_COUNT, m, json, flags, words, )
#define COUNT_IF(has, m, json, flags, words) \
  ROW(AS_COUNT, m, json, flags, words, .other = AT(has), .test = TEST_HAS)
#define SMALL(m, json, flags, words) ROW(AS_SMALL, m, json, flags, words, )
#define SMALL_IF(n, m, json, words) \
  ROW(AS_SMALL, m, json, SKIP, words, .other = AT(n), .test = TEST_SOME)
#define SMALL_UNLESS(n, m, json, words) \
  ROW(AS_SMALL, m, json, SKIP, words, .other = AT(n), .test = TEST_NO)
#define REAL(m, json, flags, words) ROW(AS_REAL, m, json, flags, words, )
#define FLAG(m, json, flags, words) ROW(AS_FLAG, m, json, flags, words, )
#define TEXT(m, json, flags, words) ROW(AS_TEXT, m, json, flags, words, )
#define OWN(m, json, flags, words) ROW(AS_OWN, m, json, flags, words, )
#define TEXTS(m, json, flags, words) ROW(AS_TEXTS, m, json, flags, words, )
#define NAMES(m, json, flags, words) ROW(AS_NAMES, m, json, flags, words, )
#define COUNTS(m, json, flags, words) ROW(AS_COUNTS, m, json, flags, words, )
#define REALS(m, json, flags, words) ROW(AS_REALS, m, json, flags, words, )
#define ENUM(Type, m, json, list, words) ROW(AS_ENUM, m, json, 0, words, .names = list)
#define VERDICT(m, json, flags, words) ROW(AS_VERDICT, m, json, flags, words, )
#define PAIR(m, all, json, words) ROW(AS_PAIR, m, json, 0, words, .other = AT(all))
#define INNER_PAIR PAIR
#define HEX(m, n, json, words) ROW(AS_HEX, m, json, 0, words, .other = AT(n))
#define ONE(Type, m, json, flags, words) ROW(AS_ONE, m, json, flags, words, .of = record_##Type)
#define ONE_IF(has, Type, m, json, flags, words) \
  ROW(AS_ONE, m, json, flags, words, .of = record_##Type, .other = AT(has), .test = TEST_HAS)
#define FLAT(Type, m, words) ROW(AS_FLAT, m, NULL, 0, words, .of = record_##Type)
#define MANY(Type, m, json, flags, words) ROW(AS_MANY, m, json, flags, words, .of = record_##Type)
#define BEGINNING(up_to, Type, m, json, flags, words) \
  ROW(AS_MANY, m, json, flags, words, .of = record_##Type, .most = up_to)
#define ROWS(Type, m, json, flags, words) ROW(AS_ROWS, m, json, flags, words, .of = record_##Type)
#define COUNTERS(m, json, words) ROW(AS_COUNTERS, m, json, 0, words, )
#define KEYED(Type, m, json, words) ROW(AS_KEYED, m, json, 0, words, .of = record_##Type)
#define OF_RUN(kind, m, name, bits, sub, words) \
  {.as = kind,                                  \
   .json = name,                                \
   .flags = bits,                               \
   .at = (u32)offsetof(RunReport, m),           \
   .through = 1 + AT(run),                      \
   .of = sub,                                   \
   .about = words},
#define CUSTOM(how, name, words) {.as = AS_CUSTOM, .json = name, .codec = &how, .about = words},
#define PRIVATE(member, words)

#define FIELDS "report/run_fields.def"
#include FIELDS
#undef FIELDS
#define FIELDS "report/cover_fields.def"
#include FIELDS
#undef FIELDS
#define FIELDS "report/worst_fields.def"
#include FIELDS
#undef FIELDS
#define FIELDS "report/check_fields.def"
#include FIELDS
#undef FIELDS
#define FIELDS "report/status_fields.def"
#include FIELDS
#include "report/no_rows.h"

const Record *record_of_recipe(void) { return record_Recipe(); }

const Record *record_of_error(void) { return record_ReportError(); }

const Record *record_of_seeds(void) { return record_ReportSeeds(); }

const Record *record_of_run(void) { return record_RunReport(); }

const Record *record_of_cover(void) { return record_CoverReport(); }

const Record *record_of_worst(void) { return record_WorstReport(); }

const Record *record_of_contract(void) { return record_CheckContract(); }

const Record *record_of_check(void) { return record_CheckReport(); }

const Record *record_of_status(void) { return record_StatusReport(); }
