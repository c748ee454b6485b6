/* records.c — walks the rows of a record to write it as JSON, read it, copy it, and free it. */
#include "report/records.h"

#include "report/report_impl.h"

#include <math.h>

/* Every VEC looks like this. */
typedef VEC(char) AnyVec;

static const void *place_of(const RecordRow *row, const void *record) {
  const char *base = record;
  if (row->through) memcpy(&base, base + row->through - 1, sizeof base);
  return base + row->at;
}

static void *place_in(const RecordRow *row, void *record) { return (void *)place_of(row, record); }

static AnyVec vec_at(const void *at) {
  AnyVec v;
  memcpy(&v, at, sizeof v);
  return v;
}

static u32 element_size(const RecordRow *row) {
  switch ((u32)row->as) {
  case AS_MANY:
  case AS_ROWS:
  case AS_KEYED:
    return row->of()->size;
  case AS_COUNTERS:
    return sizeof(ReportCount);
  default:
    return sizeof(void *); /* numbers and texts */
  }
}

static const void *other_of(const RecordRow *row, const void *record) {
  return (const char *)record + row->other;
}

static bool is_list(RowKind as) {
  return as == AS_TEXTS || as == AS_NAMES || as == AS_COUNTS || as == AS_REALS || as == AS_MANY ||
         as == AS_ROWS || as == AS_COUNTERS || as == AS_KEYED;
}

static bool is_empty(const RecordRow *row, const void *record) {
  const void *at = place_of(row, record);
  const RecordRow *first = row->as == AS_ONE ? row->of()->rows : NULL;
  if (row->test == TEST_HAS) return !*(const bool *)other_of(row, record);
  if (row->test) return (*(const u32 *)other_of(row, record) != 0) != (row->test == TEST_SOME);
  if (first) return is_empty(first, at);
  if (is_list(row->as)) return !vec_at(at).n;
  if (row->as == AS_TEXT || row->as == AS_OWN) return !*(char *const *)at || !**(char *const *)at;
  if (row->as == AS_COUNT) return !*(const u64 *)at;
  return !*(const u32 *)at;
}

/* ---- writing ------------------------------------------------------------------------------------- */

/* The members of an object, or of a list. */
static json_t *row_json(const RecordRow *row, const void *record);

static json_t *real_json(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *text_json(const char *text) { return text ? json_of_text(text) : json_null(); }

static json_t *hex_json(const RecordRow *row, const void *record) {
  cleanup(text_free) Text hex = {0};
  const u8 *bytes = *(u8 *const *)place_of(row, record);
  for (u32 i = 0; i < *(const u32 *)other_of(row, record); i++) text_addf(&hex, "%02x", bytes[i]);
  return json_of_text(text_c(&hex));
}

/* A point that is not finite cannot be drawn: NULL. */
static json_t *tuple_json(const Record *r, const void *record) {
  json_t *all = json_array();
  for (u32 i = 0; i < r->n_rows; i++) json_array_append_new(all, row_json(&r->rows[i], record));
  for (u32 i = 0; i < r->n_rows; i++)
    if (json_is_null(json_array_get(all, i))) {
      json_decref(all);
      return NULL;
    }
  return all;
}

static json_t *list_json(const RecordRow *row, const AnyVec *v) {
  json_t *all = json_array();
  u32 size = element_size(row);
  for (u32 i = 0; i < MIN(v->n, row->most ? row->most : UINT32_MAX); i++) {
    const char *at = v->at + (size_t)i * size;
    json_t *one = row->as == AS_COUNTS  ? json_integer((json_int_t) * (const u64 *)at)
                  : row->as == AS_REALS ? real_json(*(const double *)at)
                  : row->as == AS_MANY  ? record_json(row->of(), at)
                  : row->as == AS_ROWS  ? tuple_json(row->of(), at)
                                        : json_of_text(*(char *const *)at);
    if (one) json_array_append_new(all, one);
  }
  return all;
}

static json_t *counters_json(const AnyVec *v) {
  json_t *all = json_object();
  const ReportCount *counts = (const void *)v->at;
  for (u32 i = 0; i < v->n; i++) set_number(all, counts[i].name, counts[i].n);
  return all;
}

static json_t *keyed_json(const Record *r, const AnyVec *v) {
  json_t *all = json_object();
  for (u32 i = 0; i < v->n; i++) {
    json_t *one = record_json(r, v->at + (size_t)i * r->size);
    cleanup(freep) char *key = text_dup(json_string_value(json_object_get(one, r->rows[0].json)));
    json_object_del(one, r->rows[0].json);
    json_object_set_new(all, key, one);
  }
  return all;
}

static json_t *pair_json(const RecordRow *row, const void *record) {
  json_t *pair = json_object();
  set_number(pair, "covered", *(const u32 *)place_of(row, record));
  set_number(pair, "all", *(const u32 *)other_of(row, record));
  return pair;
}

static json_t *row_json(const RecordRow *row, const void *record) {
  if (row->as == AS_CUSTOM) return row->codec->write(record);
  const void *at = place_of(row, record);
  AnyVec v = is_list(row->as) ? vec_at(at) : (AnyVec){0};
  if (row->flags & NULLED && is_empty(row, record)) return json_null();
  switch (row->as) {
  case AS_COUNT:
    return json_integer((json_int_t) * (const u64 *)at);
  case AS_SMALL:
    return json_integer(*(const u32 *)at);
  case AS_REAL:
    return real_json(*(const double *)at);
  case AS_FLAG:
    return json_boolean(*(const bool *)at);
  case AS_TEXT:
  case AS_OWN:
    return text_json(*(char *const *)at);
  case AS_ENUM:
    return json_string(row->names[*(const u32 *)at]);
  case AS_VERDICT:
    return *(const RunVerdict *)at == VERDICT_CONFIRMED  ? json_true()
           : *(const RunVerdict *)at == VERDICT_NOT_SEEN ? json_false()
                                                         : json_null();
  case AS_PAIR:
    return pair_json(row, record);
  case AS_HEX:
    return hex_json(row, record);
  case AS_ONE:
    return record_json(row->of(), at);
  case AS_COUNTERS:
    return counters_json(&v);
  case AS_KEYED:
    return keyed_json(row->of(), &v);
  case AS_TEXTS:
  case AS_NAMES:
  case AS_COUNTS:
  case AS_REALS:
  case AS_MANY:
  case AS_ROWS:
    return list_json(row, &v);
  case AS_FLAT:
  case AS_CUSTOM:
    break;
  }
  return json_null();
}

void record_members(const Record *r, const void *record, json_t *io) {
  for (u32 i = 0; i < r->n_rows; i++) {
    const RecordRow *row = &r->rows[i];
    if (row->as == AS_FLAT)
      record_members(row->of(), place_of(row, record), io);
    else if (!(row->flags & SKIP) || !is_empty(row, record))
      json_object_set_new(io, row->json, row_json(row, record));
  }
}

json_t *record_json(const Record *r, const void *record) {
  json_t *all = json_object();
  record_members(r, record, all);
  return all;
}

/* ---- reading ------------------------------------------------------------------------------------- */

void record_reader_done(RecordReader *r) { text_free(&r->where); }

static const char *keep(RecordReader *r, const char *text) {
  names_add(r->kept, text);
  return vec_last(r->kept);
}

static Err wrong(const RecordReader *r, const char *name, const char *what) {
  return err_set(ERR_INPUT, "%s: '%s' %s", text_c(&r->where), name, what);
}

static Err read_row(RecordReader *r, const RecordRow *row, const json_t *from, void *record);

static Err read_count(const RecordReader *r, const RecordRow *row, const json_t *from, u64 *ret) {
  bool fits = json_is_integer(from) &&
              (row->flags & BITS || json_integer_value(from) >= !!(row->flags & AT_LEAST_1));
  if (!fits) return wrong(r, row->json, "is no count");
  *ret = (u64)json_integer_value(from);
  return OK;
}

static Err read_small(const RecordReader *r, const RecordRow *row, const json_t *from, u32 *ret) {
  u64 n = 0;
  TRY(read_count(r, row, from, &n));
  if (n > UINT32_MAX) return wrong(r, row->json, "is too large");
  *ret = (u32)n;
  return OK;
}

static Err read_text(RecordReader *r, const RecordRow *row, const json_t *from, void *at) {
  const char *text = json_string_value(from);
  if (!text) return wrong(r, row->json, "is no text");
  if (row->as == AS_TEXT) {
    *(const char **)at = keep(r, text);
    return OK;
  }
  mem_free(*(char **)at);
  *(char **)at = text_dup(text);
  return OK;
}

static Err read_enum(RecordReader *r, const RecordRow *row, const json_t *from, u32 *ret) {
  const char *text = json_string_value(from);
  u32 k = 0;
  while (row->names[k] && (!text || strcmp(text, row->names[k]) != 0)) k++;
  if (!row->names[k]) return wrong(r, row->json, "is not one of its words");
  *ret = k;
  return OK;
}

static Err read_hex(RecordReader *r, const RecordRow *row, const json_t *from, void *record) {
  const char *text = json_is_string(from) ? json_string_value(from) : "?";
  size_t n = strlen(text) / 2;
  u8 *bytes = mem_new(n + 1);
  mem_free(*(u8 **)place_in(row, record));
  *(u8 **)place_in(row, record) = bytes;
  *(u32 *)((char *)record + row->other) = (u32)n;
  for (size_t i = 0; i < n; i++) {
    char digits[] = {text[2 * i], text[2 * i + 1], 0}, *end;
    bytes[i] = (u8)strtoul(digits, &end, 16);
    if (end != digits + 2)
      return wrong(r, row->json, "has other characters than hexadecimal digits");
  }
  return strlen(text) == 2 * n ? OK : wrong(r, row->json, "is no row of bytes");
}

/* A list of all members. */
static Err read_tuple(RecordReader *r, const RecordRow *list, const json_t *from, void *record) {
  const Record *of = list->of();
  bool fits = json_is_array(from) && json_array_size(from) == of->n_rows, counts = true;
  for (u32 i = 0; fits && i < of->n_rows; i++) {
    const json_t *member = json_array_get(from, i);
    fits = !json_is_null(member) && read_row(r, &of->rows[i], member, record) == OK;
  }
  if (fits) return OK;
  for (u32 i = 0; i < of->n_rows; i++) counts &= of->rows[i].as != AS_REAL;
  return err_set(ERR_INPUT, "%s: '%s' has a row that is not %u %s", text_c(&r->where), list->json,
                 of->n_rows, counts ? "counts" : "numbers");
}

/* Appends a zeroed element. */
static void *grow(void *at, u32 size) {
  AnyVec v = vec_at(at);
  if (v.n == v.cap) {
    v.cap = vec_grown(v.cap, v.n + 1);
    v.at = mem_resize(v.at, (size_t)v.cap * size);
  }
  void *element = memset(v.at + (size_t)v.n++ * size, 0, size);
  memcpy(at, &v, sizeof v);
  return element;
}

static Err read_element(RecordReader *r, const RecordRow *row, const json_t *from, void *to) {
  if (row->as == AS_ROWS) return read_tuple(r, row, from, to);
  if (row->as == AS_MANY) return record_read(r, row->of(), from, to);
  if (row->as == AS_COUNTS) return read_count(r, row, from, to);
  if (row->as == AS_REALS) {
    if (!json_is_number(from)) return wrong(r, row->json, "has an element that is not a number");
    *(double *)to = json_number_value(from);
    return OK;
  }
  const char *text = json_string_value(from);
  if (!text) return wrong(r, row->json, "has an element that is not a string");
  *(const char **)to = row->as == AS_NAMES ? text_dup(text) : keep(r, text);
  return OK;
}

static Err read_list(RecordReader *r, const RecordRow *row, const json_t *from, void *at) {
  if (!json_is_array(from)) return wrong(r, row->json, "is no list");
  size_t n_where = r->where.n;
  bool is_outermost = !strstr(text_c(&r->where), ": "); /* a message names one list */
  for (size_t i = 0; i < json_array_size(from); i++) {
    if (row->as == AS_MANY && is_outermost) text_addf(&r->where, ": %s[%zu]", row->json, i);
    TRY(read_element(r, row, json_array_get(from, i), grow(at, element_size(row))));
    r->where.at[r->where.n = n_where] = 0;
  }
  return OK;
}

static Err read_object(RecordReader *r, const RecordRow *row, const json_t *from, void *at) {
  const char *name;
  json_t *value;
  if (!json_is_object(from)) return wrong(r, row->json, "is no object");
  if (row->as == AS_ONE) return record_read(r, row->of(), from, at);
  json_object_foreach((json_t *)from, name, value) {
    if (row->as == AS_COUNTERS) {
      if (!json_is_integer(value)) return wrong(r, name, "is no count");
      ReportCount *c = grow(at, sizeof *c);
      *c = (ReportCount){keep(r, name), "", (u64)json_integer_value(value)};
    } else {
      const Record *of = row->of();
      char *one = grow(at, of->size);
      TRY(record_read(r, of, value, one));
      *(const char **)(one + of->rows[0].at) = keep(r, name);
    }
  }
  return OK;
}

static Err read_pair(RecordReader *r, const RecordRow *row, const json_t *from, void *record) {
  const RecordRow covered = {.json = row->json};
  TRY(read_small(r, &covered, json_object_get(from, "covered"), place_in(row, record)));
  return read_small(r, &covered, json_object_get(from, "all"),
                    (u32 *)((char *)record + row->other));
}

static Err read_row(RecordReader *r, const RecordRow *row, const json_t *from, void *record) {
  void *at = place_in(row, record);
  if (row->test == TEST_HAS) *(bool *)((char *)record + row->other) = true;
  switch (row->as) {
  case AS_COUNT:
    return read_count(r, row, from, at);
  case AS_SMALL:
    return read_small(r, row, from, at);
  case AS_REAL:
    if (!json_is_number(from)) return wrong(r, row->json, "is no number");
    *(double *)at = json_number_value(from);
    return OK;
  case AS_FLAG:
    if (!json_is_boolean(from)) return wrong(r, row->json, "is no truth value");
    *(bool *)at = json_is_true(from);
    return OK;
  case AS_VERDICT:
    if (!json_is_boolean(from)) return wrong(r, row->json, "is no truth value");
    *(RunVerdict *)at = json_is_true(from) ? VERDICT_CONFIRMED : VERDICT_NOT_SEEN;
    return OK;
  case AS_TEXT:
  case AS_OWN:
    return read_text(r, row, from, at);
  case AS_ENUM:
    return read_enum(r, row, from, at);
  case AS_PAIR:
    return read_pair(r, row, from, record);
  case AS_HEX:
    return read_hex(r, row, from, record);
  case AS_TEXTS:
  case AS_NAMES:
  case AS_COUNTS:
  case AS_REALS:
  case AS_MANY:
  case AS_ROWS:
    return read_list(r, row, from, at);
  case AS_ONE:
  case AS_COUNTERS:
  case AS_KEYED:
    return read_object(r, row, from, at);
  case AS_FLAT:
  case AS_CUSTOM:
    break;
  }
  return OK;
}

/* What a missing member is. */
static void set_missing(const RecordRow *row, void *at) {
  if (row->as == AS_TEXT && row->flags & WORD) *(const char **)at = "";
  if (row->as == AS_OWN && row->flags & WORD) *(char **)at = text_dup("");
  if (row->as == AS_VERDICT && row->flags & WORD) *(RunVerdict *)at = VERDICT_UNKNOWN;
  if (row->as == AS_REAL && row->flags & NOT_A_NUMBER) *(double *)at = NAN;
}

Err record_read(RecordReader *reader, const Record *r, const json_t *object, void *io) {
  for (u32 i = 0; i < r->n_rows; i++) {
    const RecordRow *row = &r->rows[i];
    const json_t *from = row->json ? json_object_get(object, row->json) : NULL;
    if (row->as == AS_FLAT)
      TRY(record_read(reader, row->of(), object, place_in(row, io)));
    else if (row->as == AS_CUSTOM)
      TRY(row->codec->read ? row->codec->read(reader, object, io) : OK);
    else if (from && !json_is_null(from))
      TRY(read_row(reader, row, from, io));
    else if (row->flags & NEEDED)
      return wrong(reader, row->json, "is missing");
    else
      set_missing(row, place_in(row, io));
  }
  return OK;
}

/* ---- copies, and the end ------------------------------------------------------------------------- */

static bool is_of_records(RowKind as) { return as == AS_MANY || as == AS_ROWS || as == AS_KEYED; }

static void copy_list(const RecordRow *row, void *at, u32 size) {
  AnyVec v = vec_at(at);
  v.at = v.n ? mem_dup(v.at, (size_t)v.n * size) : NULL;
  v.cap = v.n;
  for (u32 i = 0; i < v.n; i++) {
    void *one = v.at + (size_t)i * size;
    if (row->as == AS_NAMES) *(char **)one = text_dup(*(char **)one);
    if (is_of_records(row->as)) record_copy(row->of(), one, one);
  }
  memcpy(at, &v, sizeof v);
}

void record_copy(const Record *r, void *to, const void *from) {
  if (to != from) memcpy(to, from, r->size);
  for (u32 i = 0; i < r->n_rows; i++) {
    const RecordRow *row = &r->rows[i];
    assert(!row->through && row->as != AS_CUSTOM);
    char *at = place_in(row, to);
    if (row->as == AS_OWN && *(char **)at) *(char **)at = text_dup(*(char **)at);
    if (row->as == AS_HEX) *(u8 **)at = mem_dup(*(u8 **)at, *(const u32 *)other_of(row, to));
    if (row->as == AS_ONE || row->as == AS_FLAT) record_copy(row->of(), at, at);
    if (is_list(row->as)) copy_list(row, at, element_size(row));
  }
}

static void list_done(const RecordRow *row, void *at, u32 size) {
  AnyVec v = vec_at(at);
  for (u32 i = 0; i < v.n; i++) {
    if (row->as == AS_NAMES) mem_free(*(char **)(v.at + (size_t)i * size));
    if (is_of_records(row->as)) record_done(row->of(), v.at + (size_t)i * size);
  }
  mem_free(v.at);
  memset(at, 0, sizeof v);
}

void record_done(const Record *r, void *record) {
  for (u32 i = 0; i < r->n_rows; i++) {
    const RecordRow *row = &r->rows[i];
    if (row->as == AS_CUSTOM && row->codec->done) row->codec->done(record);
    if (row->through || row->as == AS_CUSTOM) continue;
    void *at = place_in(row, record);
    if (row->as == AS_OWN || row->as == AS_HEX) *(char **)at = mem_free(*(char **)at);
    if (row->as == AS_ONE || row->as == AS_FLAT) record_done(row->of(), at);
    if (is_list(row->as)) list_done(row, at, element_size(row));
  }
}
