/* rows.h — records described by tables.  The *_fields.def have a row for each member; of a row are made the
 * member of the struct (structs.h), and what writes, reads, copies, frees and documents it (records.h).
 *
 *     COUNT, SMALL    u64, u32         REAL   double        FLAG   bool
 *     COUNT_IF(has, …) and a bool that says whether there is one
 *     SMALL_IF(n, …), SMALL_UNLESS(n, …)   left out if there are none of `n`, or some
 *     TEXT            borrowed, or NULL       OWN   the same, owned
 *     TEXTS, NAMES    lists of both           COUNTS, REALS   lists of numbers
 *     ENUM(type, …, names, …)   a word of the list, which NULL ends
 *     VERDICT         RunVerdict: true, false, or null for the others
 *     PAIR(n, all, …) two numbers: {"covered": n, "all": all};  INNER_PAIR of members that have their rows
 *     HEX(bytes, n, …)   hexadecimal digits
 *     ONE(Type, …)    an object; ONE_IF(has, …)      FLAT(Type, …)  its members are those of the file
 *     MANY(Type, …)   a list of objects              ROWS(Type, …)  a list of lists
 *     BEGINNING(most, Type, …)   of a long list of objects
 *     COUNTERS        a ReportCountVec as an object: a number by its name
 *     KEYED(Type, …)  a list as an object: by the first member of each
 *     OF_RUN(as, …)   a member of the RunReport that a CoverReport is of
 *     CUSTOM(codec, …)  what C functions write and read (RecordCodec)
 *     PRIVATE         not in the file
 *
 * A row says the member, its name in the file, flags, and what it means.
 */
#pragma once

#include "base/names.h"
#include "base/option.h"
#include "base/text.h"

enum {
  NULLED = 1,        /* null if it is 0, empty, or its first member is */
  SKIP = 2,          /* the same: left out */
  NEEDED = 4,        /* a file without it is refused */
  WORD = 8,          /* without it a text is "", and not NULL; a verdict UNKNOWN, and not NONE */
  BITS = 16,         /* a count that may be negative in the file: 64 bits of any meaning */
  NOT_A_NUMBER = 32, /* that is what a real number is without it, and not 0 */
  AT_LEAST_1 = 64,
};

typedef VEC(double) RealVec;
