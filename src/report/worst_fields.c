/* worst_fields.c — prints elements that are structs or floating point: their parts by name
 * (WorstField). */
#include "report/worst_fields.h"

#include "report/report_impl.h"

static const char *const kind_names[] = {
    [FIELD_SIGNED] = "signed", [FIELD_UNSIGNED] = "unsigned", [FIELD_CHAR] = "char",
    [FIELD_FLOAT] = "float",   [FIELD_BYTES] = "bytes",
};

/* ---- in words ----------------------------------------------------------------------------------- */

/* Bits from..from+n-1 of an element, n at most 64. */
static u64 bits_at(const u8 *element, u64 from, u32 n) {
  u64 x = 0;
  for (u32 i = 0; i < n; i++) x |= (u64)(element[(from + i) / 8] >> (from + i) % 8 & 1) << i;
  return x;
}

static void add_float(u64 x, u32 n_bits, Text *to) {
  float single;
  double number;
  u32 word = (u32)x;
  memcpy(&single, &word, sizeof single);
  memcpy(&number, &x, sizeof number);
  if (n_bits == 32)
    text_addf(to, "%.9g", (double)single);
  else
    text_addf(to, "%.17g", number);
}

static void add_char(u64 x, Text *to) {
  if (x >= ' ' && x <= '~')
    text_addf(to, x == '\'' || x == '\\' ? "'\\%c'" : "'%c'", (char)x);
  else
    text_addf(to, "'\\x%02x'", (u32)x);
}

static void add_value(const WorstField *f, const u8 *element, u64 from, Text *to) {
  u64 x = f->n_bits <= 64 ? bits_at(element, from, f->n_bits) : 0;
  u32 unused = 64 - MIN(f->n_bits, 64u);
  switch (f->kind) {
  case FIELD_SIGNED:
    text_addf(to, "%ld", (i64)(x << unused) >> unused);
    break;
  case FIELD_UNSIGNED:
    text_addf(to, "%lu", x);
    break;
  case FIELD_CHAR:
    add_char(x, to);
    break;
  case FIELD_FLOAT:
    add_float(x, f->n_bits, to);
    break;
  case FIELD_BYTES:
    for (u32 i = 0; i < f->n_bits; i += 8) text_addf(to, "%02lx", bits_at(element, from + i, 8));
    break;
  }
}

/* A list in brackets if there are several. */
void worst_field_text(const WorstInput *in, u64 i, const WorstField *f, Text *to) {
  const u8 *element = in->bytes + i * in->element_bytes;
  if (f->count > 1) text_add_char(to, '[');
  for (u32 k = 0; k < f->count; k++) {
    if (k) text_add_char(to, ' ');
    add_value(f, element, f->offset + (u64)k * f->n_bits, to);
  }
  if (f->count > 1) text_add_char(to, ']');
}

void worst_fields_text(const WorstInput *in, u64 i, Text *to) {
  bool is_struct = in->fields.n != 1 || *in->fields.at[0].name;
  if (is_struct) text_add_char(to, '{');
  for (u32 k = 0; k < in->fields.n; k++) {
    if (k) text_add(to, ", ");
    if (is_struct) text_addf(to, "%s: ", in->fields.at[k].name);
    worst_field_text(in, i, &in->fields.at[k], to);
  }
  if (is_struct) text_add_char(to, '}');
}

/* ---- as JSON ------------------------------------------------------------------------------------ */

json_t *json_of_fields(const WorstInput *in) {
  json_t *list = json_array();
  for (u32 i = 0; i < in->fields.n; i++) {
    const WorstField *f = &in->fields.at[i];
    json_t *field = json_object();
    set_text(field, "name", f->name);
    set_text(field, "kind", kind_names[f->kind]);
    set_number(field, "offset", f->offset);
    set_number(field, "bits", f->n_bits);
    set_number(field, "count", f->count);
    json_array_append_new(list, field);
  }
  return list;
}

static Err take_field(const char *where, const json_t *field, u32 element_bytes, WorstField *ret) {
  const char *kind = "";
  u64 offset = 0, n_bits = 0, count = 0, end;
  TRY(take_text(where, field, "name", &ret->name));
  TRY(take_text(where, field, "kind", &kind));
  TRY(take_number(where, field, "offset", &offset));
  TRY(take_number(where, field, "bits", &n_bits));
  TRY(take_number(where, field, "count", &count));
  u32 k = 0;
  while (k < ARRAY_LEN(kind_names) && strcmp(kind ? kind : "", kind_names[k])) k++;
  bool fits = !__builtin_mul_overflow(n_bits, count, &end) &&
              !__builtin_add_overflow(end, offset, &end) && end <= 8ull * element_bytes;
  bool is_width = k == FIELD_BYTES   ? n_bits && n_bits % 8 == 0
                  : k == FIELD_FLOAT ? n_bits == 32 || n_bits == 64
                                     : n_bits && n_bits <= 64;
  if (!ret->name || k == ARRAY_LEN(kind_names) || !fits || !is_width)
    return err_set(ERR_INPUT, "%s: a field without a name, a known kind, or a place in its element",
                   where);
  ret->kind = (FieldKind)k;
  ret->offset = (u32)offset;
  ret->n_bits = (u32)n_bits;
  ret->count = (u32)count;
  return OK;
}

Err take_fields(const char *where, const json_t *shape, WorstInput *io) {
  const json_t *list = json_object_get(shape, "fields");
  if (!list) return OK;
  if (!json_is_array(list)) return err_set(ERR_INPUT, "%s: 'fields' is no list", where);
  for (size_t i = 0; i < json_array_size(list); i++) {
    WorstField f = {0};
    TRY(take_field(where, json_array_get(list, i), io->element_bytes, &f));
    vec_push(&io->fields, f);
  }
  return OK;
}
