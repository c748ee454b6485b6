/* json.c — texts and numbers to JSON and back, with jansson.
 *
 * Names come from file systems and programs and need not be UTF-8.  A text that is not is taken
 * for Latin-1, so that it can be written at all.
 */
#include "base/os.h"
#include "report/report_impl.h"

#include <math.h>

static Err wrong(const char *where, const char *key, const char *wanted) {
  return err_set(ERR_INPUT, "%s: '%s' is no %s", where, key, wanted);
}

/* The member, or NULL if there is none to be taken. */
static const json_t *member(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  return json_is_null(value) ? NULL : value;
}

/* ---- public ---------------------------------------------------------------------------------- */

void json_free(json_t **j) { json_decref(*j); }

/* Names come from file systems and programs, which need not speak UTF-8. */
json_t *json_of_text(const char *s) {
  json_t *j = json_string(s);
  if (j) return j;
  cleanup(text_free) Text t = {0};
  for (; *s; s++) {
    u8 c = (u8)*s;
    if (c >= 0x80) text_add_char(&t, (char)(0xc0 | c >> 6));
    text_add_char(&t, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
  }
  return json_string(text_c(&t));
}

void set_number(json_t *object, const char *key, u64 n) {
  json_object_set_new(object, key, json_integer((json_int_t)n));
}

void set_real(json_t *object, const char *key, double x) {
  json_object_set_new(object, key, isfinite(x) ? json_real(x) : json_null());
}

void json_text(const json_t *j, size_t flags, Text *to) {
  char *text = json_dumps(j, flags);
  CHECK(text, "a report cannot be written as JSON");
  text_add(to, text);
  free(text);
}

Err json_read(const char *path, json_t **ret) {
  cleanup(text_free) Text text = {0};
  TRY(file_read(path, &text));
  json_error_t error;
  json_t *root = json_loadb(text_c(&text), text.n, JSON_ALLOW_NUL, &error);
  if (!root) return err_set(ERR_INPUT, "%s:%d: %s", path, error.line, error.text);
  *ret = root;
  return OK;
}

Err take_number(const char *where, const json_t *object, const char *key, u64 *ret) {
  const json_t *value = member(object, key);
  if (!value) return OK;
  if (!json_is_integer(value) || json_integer_value(value) < 0) return wrong(where, key, "count");
  *ret = (u64)json_integer_value(value);
  return OK;
}

Err take_real(const char *where, const json_t *object, const char *key, double *ret) {
  const json_t *value = member(object, key);
  if (!value) return OK;
  if (!json_is_number(value)) return wrong(where, key, "number");
  *ret = json_number_value(value);
  return OK;
}

Err take_text(const char *where, const json_t *object, const char *key, const char **ret) {
  const json_t *value = member(object, key);
  if (!value) return OK;
  if (!json_is_string(value)) return wrong(where, key, "text");
  *ret = json_string_value(value);
  return OK;
}
