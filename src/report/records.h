/* records.h — what a record's table knows to do (rows.h): to JSON and back, copies, an end, a schema. */
#pragma once

#include "report/rows.h"

#include <jansson.h>

typedef struct Record Record;
typedef struct RecordCodec RecordCodec;

typedef enum RowKind {
  AS_COUNT,
  AS_SMALL,
  AS_REAL,
  AS_FLAG,
  AS_TEXT,
  AS_OWN,
  AS_TEXTS,
  AS_NAMES,
  AS_COUNTS,
  AS_REALS,
  AS_ENUM,
  AS_VERDICT,
  AS_PAIR,
  AS_HEX,
  AS_ONE,
  AS_FLAT,
  AS_MANY,
  AS_ROWS,
  AS_COUNTERS,
  AS_KEYED,
  AS_CUSTOM,
} RowKind;

/* What says whether the member is there. */
typedef enum RowTest { TEST_NONE, TEST_HAS, TEST_SOME, TEST_NO } RowTest;

typedef struct RecordRow {
  RowKind as;
  const char *json;
  u32 flags;
  u32 at;    /* offset of the member … */
  u32 other; /* … and of what stands beside it: all of a PAIR, how many of a HEX, what `test` is of */
  u32 through; /* the member is one of what the pointer at this offset - 1 points to; 0: it is here */
  RowTest test;
  u32 most;                  /* elements that are written; 0: all */
  const Record *(*of)(void); /* of ONE, FLAT, MANY, ROWS, KEYED */
  const char *const *names;  /* of an ENUM */
  const RecordCodec *codec;
  const char *about;
} RecordRow;

struct Record {
  const char *name, *about;
  const RecordRow *rows;
  u32 n_rows;
  u32 size; /* of the struct */
};

typedef struct RecordReader {
  Text where;  /* owned; begins the messages: the file, and which part of it */
  Names *kept; /* borrowed; owns the texts that members borrow */
} RecordReader;

void record_reader_done(RecordReader *r); /* also for cleanup() */

struct RecordCodec {
  json_t *(*write)(const void *record);
  Err (*read)(RecordReader *r, const json_t *object, void *record); /* of the whole object */
  void (*done)(void *record);                                       /* NULL: it owns nothing */
  const char *schema;                                               /* JSON */
};

json_t *record_json(const Record *r, const void *record);
void record_members(const Record *r, const void *record, json_t *io); /* adds them to an object */
/* Members that are missing or null stay as they are; others must be of the right type. */
must_use Err record_read(RecordReader *reader, const Record *r, const json_t *object, void *io);
void record_copy(const Record *r, void *to, const void *from); /* borrowed texts stay borrowed */
void record_done(const Record *r, void *record);               /* what it owns; it is zero then */
