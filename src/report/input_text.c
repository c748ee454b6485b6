/* input_text.c — prints inputs, and elements of them that are structs or floating-point numbers. */
#include "report/input_text.h"

#include <string.h>

enum { MAX_LINE = 72, MAX_ROWS = 12 };

/* ---- text ---------------------------------------------------------------------------------------- */

static void add_letter(u8 c, char quote, Text *to) {
  static const char names[] = "abtnvfr"; /* of the codes 7 to 13 */
  if (c >= 7 && c <= 13)
    text_addf(to, "\\%c", names[c - 7]);
  else if (c == (u8)quote || c == '\\')
    text_addf(to, "\\%c", c);
  else if (c < ' ' || c > '~')
    text_addf(to, "\\x%02x", c);
  else
    text_add_char(to, (char)c);
}

static void add_char(u8 c, Text *to) {
  text_add_char(to, '\'');
  add_letter(c, '\'', to);
  text_add_char(to, '\'');
}

/* Returns how many bytes got their place. */
static u64 add_string(const u8 *bytes, u64 n, Text *to) {
  size_t begin = to->n;
  u64 i = 0;
  while (n && !bytes[n - 1]) n--;
  text_add_char(to, '"');
  for (; i < n && to->n - begin < MAX_LINE; i++) add_letter(bytes[i], '"', to);
  text_add_char(to, '"');
  if (i < n) text_add(to, " …");
  return i;
}

static bool is_letter(u8 c) {
  return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r';
}

bool bytes_are_text(const u8 *bytes, u64 n) {
  enum { LEAST = 4 };
  u64 i = 0, n_letters;
  while (i < n && is_letter(bytes[i])) i++;
  for (n_letters = i; i < n && !bytes[i];) i++;
  return n && i == n && (n_letters == n || n_letters >= LEAST);
}

/* ---- elements ------------------------------------------------------------------------------------ */

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
    add_char((u8)x, to);
    break;
  case FIELD_FLOAT:
    add_float(x, f->n_bits, to);
    break;
  case FIELD_BYTES:
    for (u32 i = 0; i < f->n_bits; i += 8) text_addf(to, "%02lx", bits_at(element, from + i, 8));
    break;
  }
}

/* A list in brackets if there are several, unless they are a string. */
void worst_field_text(const WorstInput *in, u64 i, const WorstField *f, Text *to) {
  const u8 *element = in->bytes + i * in->element_bytes;
  if (f->kind == FIELD_CHAR && f->count > 1) {
    add_string(element + f->offset / 8, f->count, to);
    return;
  }
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

static void add_element(const WorstInput *in, u64 i, Text *to) {
  if (in->kind == ELEMENT_CHAR)
    add_char(in->bytes[i], to);
  else if (in->fields.n)
    worst_fields_text(in, i, to);
  else if (in->kind == ELEMENT_UNSIGNED)
    text_addf(to, "%ju", (uintmax_t)worst_input_word(in, i));
  else if (in->kind == ELEMENT_SIGNED)
    text_addf(to, "%jd", (intmax_t)worst_input_number(in, i));
  else if (in->kind == ELEMENT_FLOAT)
    text_addf(to, "%.*g", in->element_bytes == 4 ? 9 : 17, worst_input_float(in, i));
  else
    for (u32 b = 0; b < in->element_bytes; b++)
      text_addf(to, "%02x", in->bytes[i * in->element_bytes + b]);
}

/* ---- inputs -------------------------------------------------------------------------------------- */

/* Of bytes up to the last that is not 0, are most letters? */
static bool is_mostly_text(const u8 *bytes, u64 n) {
  u64 n_letters = 0;
  while (n && !bytes[n - 1]) n--;
  for (u64 i = 0; i < n; i++) n_letters += is_letter(bytes[i]);
  return 2 * n_letters > n;
}

bool worst_input_is_text(const WorstInput *in) {
  bool is_bytes = in->kind == ELEMENT_UNSIGNED && in->element_bytes == 1 && in->dimensions.n == 1;
  u64 n = worst_input_elements(in);
  return in->kind == ELEMENT_CHAR || (is_bytes && n > 1 && is_mostly_text(in->bytes, n));
}

static void add_row(const WorstInput *in, u64 from, u64 n, Text *to) {
  if (in->dimensions.n && worst_input_is_text(in)) {
    u64 n_shown = add_string(in->bytes + from, n, to);
    if (n_shown == n && in->n_left_out) text_add(to, " …");
    return;
  }
  size_t begin = to->n;
  u64 i = 0;
  for (; i < n && to->n - begin < MAX_LINE; i++) {
    if (i) text_add_char(to, ' ');
    add_element(in, from + i, to);
  }
  if (i < n || in->n_left_out) text_add(to, " …");
}

void input_text(const WorstInput *in, Text *to) {
  u64 n = worst_input_elements(in), row = n, n_rows = 0;
  text_add(to, in->name);
  for (u32 k = 0; k < in->dimensions.n; k++)
    text_addf(to, "[%ju]", (uintmax_t)(in->dimensions.at[k] + (k ? 0 : in->n_left_out)));
  text_add(to, " =");
  if (in->dimensions.n > 1) row = vec_last(&in->dimensions);
  for (u64 from = 0; from < n && row && n_rows < MAX_ROWS; from += row, n_rows++) {
    text_add(to, in->dimensions.n > 1 ? "\n          " : " ");
    add_row(in, from, row, to);
  }
  if (n_rows * row < n) text_add(to, "\n          …");
  if (!n) text_add(to, worst_input_is_text(in) ? " \"\"" : " nothing");
}
