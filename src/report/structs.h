/* structs.h — makes structs of the rows of the table that FIELDS names, and for each Type a TypeVec.  To be
 * included once for each table. */

#define RECORD(Type, about) typedef struct Type {
#define END(Type) \
  }               \
  Type;           \
  typedef VEC(Type) Type##Vec;
#define COUNT(m, json, flags, about) u64 m;
#define COUNT_IF(has, m, json, flags, about) \
  bool has;                                  \
  u64 m;
#define SMALL(m, json, flags, about) u32 m;
#define SMALL_IF(n, m, json, about) u32 m;
#define SMALL_UNLESS(n, m, json, about) u32 m;
#define REAL(m, json, flags, about) double m;
#define FLAG(m, json, flags, about) bool m;
#define TEXT(m, json, flags, about) const char *m;
#define OWN(m, json, flags, about) char *m;
#define TEXTS(m, json, flags, about) WordList m;
#define NAMES(m, json, flags, about) Names m;
#define COUNTS(m, json, flags, about) U64Vec m;
#define REALS(m, json, flags, about) RealVec m;
#define ENUM(Type, m, json, names, about) Type m;
#define VERDICT(m, json, flags, about) RunVerdict m;
#define PAIR(m, all, json, about) u32 all, m;
#define INNER_PAIR(m, all, json, about)
#define HEX(m, n, json, about) \
  u8 *m;                       \
  u32 n;
#define ONE(Type, m, json, flags, about) Type m;
#define ONE_IF(has, Type, m, json, flags, about) \
  bool has;                                      \
  Type m;
#define FLAT(Type, m, about) Type m;
#define MANY(Type, m, json, flags, about) Type##Vec m;
#define BEGINNING(most, Type, m, json, flags, about) Type##Vec m;
#define ROWS(Type, m, json, flags, about) Type##Vec m;
#define COUNTERS(m, json, about) ReportCountVec m;
#define KEYED(Type, m, json, about) Type##Vec m;
#define OF_RUN(how, m, json, flags, sub, about)
#define CUSTOM(codec, json, about)
#define PRIVATE(member, about) member;
#include FIELDS
#include "report/no_rows.h"
