/* worst_input.c — the value of an input to JSON and back, by its shape (WorstInput). */
#include "report/report_impl.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* More than any run can have, and far from overflowing. */
static const u64 MOST_BYTES = 1ull << 31;

const char *const element_kind_names[] = {
    [ELEMENT_SIGNED] = "signed", [ELEMENT_UNSIGNED] = "unsigned", [ELEMENT_FLOAT] = "float",
    [ELEMENT_CHAR] = "char",     [ELEMENT_BYTES] = "bytes",       NULL,
};

const char *const field_kind_names[] = {
    [FIELD_SIGNED] = "signed", [FIELD_UNSIGNED] = "unsigned", [FIELD_CHAR] = "char",
    [FIELD_FLOAT] = "float",   [FIELD_BYTES] = "bytes",       NULL,
};

/* The bytes of one string: a row of characters, a row of bytes, or one element. */
static bool is_string_at(const WorstInput *in, u32 dimension) {
  if (in->kind != ELEMENT_CHAR && in->kind != ELEMENT_BYTES) return false;
  if (dimension == in->dimensions.n) return true;
  return in->element_bytes == 1 && dimension + 1 == in->dimensions.n;
}

static u64 string_bytes(const WorstInput *in, u32 dimension) {
  return dimension == in->dimensions.n ? in->element_bytes : in->dimensions.at[dimension];
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A JSON number where that is exact as the file is written, else its digits or its bits as text. */
static json_t *float_json(const WorstInput *in, u64 i) {
  double x = worst_input_float(in, i);
  cleanup(text_free) Text t = text_format("%.*g", JSON_DIGITS, x);
  if (isfinite(x) && strtod(text_c(&t), NULL) == x && !(x == 0 && signbit(x))) return json_real(x);
  text_clear(&t);
  if (isfinite(x))
    text_addf(&t, "%.17g", x);
  else
    text_addf(&t, "0x%0*lx", (int)(2 * in->element_bytes), worst_input_word(in, i));
  return json_string(text_c(&t));
}

static json_t *number_json(const WorstInput *in, const u8 *at) {
  u64 i = (u64)(at - in->bytes) / in->element_bytes, x = worst_input_word(in, i);
  if (in->kind == ELEMENT_FLOAT) return float_json(in, i);
  if (in->kind == ELEMENT_SIGNED) return json_integer(worst_input_number(in, i));
  if (x <= INT64_MAX) return json_integer((json_int_t)x);
  cleanup(text_free) Text t = text_format("%lu", x);
  return json_string(text_c(&t));
}

static json_t *string_json(const WorstInput *in, const u8 *at, u64 n_bytes) {
  cleanup(text_free) Text t = {0};
  for (u64 i = 0; i < n_bytes; i++) {
    u8 c = at[i];
    if (in->kind == ELEMENT_BYTES) {
      text_addf(&t, "%02x", c);
    } else {
      if (c >= 0x80) text_add_char(&t, (char)(0xc0 | c >> 6));
      text_add_char(&t, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
    }
  }
  return json_stringn(text_c(&t), t.n);
}

/* Moves *at behind what it wrote. */
static json_t *value_json(const WorstInput *in, u32 dimension, const u8 **at) {
  json_t *value;
  if (is_string_at(in, dimension)) {
    value = string_json(in, *at, string_bytes(in, dimension));
    *at += string_bytes(in, dimension);
  } else if (dimension == in->dimensions.n) {
    value = number_json(in, *at);
    *at += in->element_bytes;
  } else {
    value = json_array();
    for (u64 i = 0; i < in->dimensions.at[dimension]; i++)
      json_array_append_new(value, value_json(in, dimension + 1, at));
  }
  return value;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct InputReader {
  const char *where, *key; /* borrowed */
  const WorstInput *in;    /* borrowed */
  u8 *at;                  /* borrowed; where the next element goes */
} InputReader;

static Err misfit(const InputReader *r, const char *what) {
  return err_set(ERR_INPUT, "%s: input '%s' does not fit its shape: %s", r->where, r->key, what);
}

static Err read_digits(const InputReader *r, const json_t *value, u64 *ret) {
  const char *digits = json_string_value(value);
  char *end;
  errno = 0;
  *ret = strtoull(digits, &end, 10);
  if (errno || end == digits || *end || *digits == '-') return misfit(r, "no number");
  return OK;
}

static Err read_float(InputReader *r, const json_t *value) {
  const char *text = json_is_string(value) ? json_string_value(value) : "0";
  bool has_bits = !strncmp(text, "0x", 2), is_wide = r->in->element_bytes == 8;
  char *end;
  double wide = json_is_number(value) ? json_number_value(value) : strtod(text, &end);
  float narrow = (float)wide;
  u64 bits = strtoull(text, &end, 16);
  if (!has_bits) strtod(text, &end);
  if ((!json_is_number(value) && !json_is_string(value)) || *end || end == text)
    return misfit(r, "no number");
  const void *from = has_bits ? (void *)&bits : is_wide ? (void *)&wide : (void *)&narrow;
  memcpy(r->at, from, r->in->element_bytes);
  r->at += r->in->element_bytes;
  return OK;
}

static Err read_number(InputReader *r, const json_t *value) {
  u32 unused = 64 - 8 * r->in->element_bytes;
  u64 x = (u64)json_integer_value(value), back;
  bool is_signed = r->in->kind == ELEMENT_SIGNED;
  if (json_is_string(value) && !is_signed)
    TRY(read_digits(r, value, &x));
  else if (!json_is_integer(value) || (!is_signed && json_integer_value(value) < 0))
    return misfit(r, "no number");
  back = is_signed ? (u64)((i64)(x << unused) >> unused) : x << unused >> unused;
  if (back != x) return misfit(r, "a number is too large");
  memcpy(r->at, &x, r->in->element_bytes);
  r->at += r->in->element_bytes;
  return OK;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool hex_byte(const char **s, u8 *ret) {
  int high = hex_digit(**s), low = high < 0 ? -1 : hex_digit((*s)[1]);
  if (low < 0) return false;
  *ret = (u8)(high << 4 | low);
  *s += 2;
  return true;
}

/* A code point below 256, in UTF-8. */
static bool char_byte(const char **s, u8 *ret) {
  u8 first = (u8) * *s;
  *s += first < 0x80 ? 1 : 2;
  *ret = first < 0x80 ? first : (u8)(first << 6 | ((u8)(*s)[-1] & 0x3f));
  return first < 0x80 || (first & 0xfe) == 0xc2;
}

static Err read_string(InputReader *r, const json_t *value, u64 n_bytes) {
  if (!json_is_string(value)) return misfit(r, "no text");
  const char *s = json_string_value(value), *end = s + json_string_length(value);
  for (u64 i = 0; i < n_bytes; i++) {
    if (s >= end) return misfit(r, "a text is too short");
    if (!(r->in->kind == ELEMENT_BYTES ? hex_byte(&s, r->at) : char_byte(&s, r->at)))
      return misfit(r, "a text has other characters");
    r->at++;
  }
  return s == end ? OK : misfit(r, "a text is too long");
}

static Err read_value(InputReader *r, const json_t *value, u32 dimension) {
  if (is_string_at(r->in, dimension)) return read_string(r, value, string_bytes(r->in, dimension));
  if (dimension == r->in->dimensions.n)
    return r->in->kind == ELEMENT_FLOAT ? read_float(r, value) : read_number(r, value);
  if (!json_is_array(value) || json_array_size(value) != r->in->dimensions.at[dimension])
    return misfit(r, "a list of another length");
  for (size_t i = 0; i < json_array_size(value); i++)
    TRY(read_value(r, json_array_get(value, i), dimension + 1));
  return OK;
}

static bool is_width(ElementKind kind, u64 n_bytes) {
  if (kind == ELEMENT_CHAR) return n_bytes == 1;
  if (kind == ELEMENT_BYTES) return n_bytes >= 1 && n_bytes <= MOST_BYTES;
  if (kind == ELEMENT_FLOAT) return n_bytes == 4 || n_bytes == 8;
  return n_bytes == 1 || n_bytes == 2 || n_bytes == 4 || n_bytes == 8;
}

/* ---- public ---------------------------------------------------------------------------------- */

json_t *json_of_input(const WorstInput *in) {
  CHECK(is_width(in->kind, in->element_bytes), "input '%s' of %u bytes", in->name,
        in->element_bytes);
  const u8 *at = in->bytes;
  return value_json(in, 0, &at);
}

void input_key(const json_t *taken, const char *name, Text *ret) {
  cleanup(json_free) json_t *utf8 = json_of_text(name);
  text_add(ret, json_string_value(utf8));
  for (u32 i = 2; json_object_get(taken, text_c(ret)); i++) {
    text_clear(ret);
    text_addf(ret, "%s#%u", json_string_value(utf8), i);
  }
}

static bool is_field(const WorstInput *in, const WorstField *f) {
  u64 end = (u64)f->n_bits * f->count; /* 64 bits hold it */
  bool is_width = f->kind == FIELD_BYTES   ? f->n_bits && f->n_bits % 8 == 0
                  : f->kind == FIELD_FLOAT ? f->n_bits == 32 || f->n_bits == 64
                                           : f->n_bits && f->n_bits <= 64;
  return is_width && end <= 8ull * in->element_bytes && f->offset <= 8ull * in->element_bytes - end;
}

Err input_check(const char *where, const WorstInput *in) {
  u64 n_bytes = in->element_bytes;
  if (!is_width(in->kind, n_bytes))
    return err_set(ERR_INPUT, "%s: a shape without a name, a known kind or bytes", where);
  for (u32 i = 0; i < in->dimensions.n; i++) {
    u64 n = in->dimensions.at[i];
    if (n && n_bytes > MOST_BYTES / n)
      return err_set(ERR_INPUT, "%s: 'dimensions' of an input is no list of sizes", where);
    n_bytes *= n;
  }
  for (u32 i = 0; i < in->fields.n; i++)
    if (!is_field(in, &in->fields.at[i]))
      return err_set(ERR_INPUT, "%s: a field without a width, or a place in its element", where);
  return OK;
}

Err take_input(const char *where, const json_t *values, const char *key, WorstInput *ret) {
  ret->bytes = mem_new(worst_input_elements(ret) * ret->element_bytes + 1);
  InputReader r = {where, key, ret, ret->bytes};
  return read_value(&r, json_object_get(values, key), 0);
}
