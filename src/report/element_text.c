/* element_text.c — prints elements that are structs or floating point: their parts by name
 * (WorstField). */
#include "report/element_text.h"

#include <string.h>

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
