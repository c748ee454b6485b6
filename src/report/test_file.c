/* test_file.c — tells the forms of tests apart, and reads those of Test-Comp.
 *
 * Test-Comp writes each input as a C constant: <input type="unsigned int">42</input>.  The type says how
 * many bytes it has; without one it is an int.
 * (https://gitlab.com/sosy-lab/test-comp/test-format)
 */
#define _GNU_SOURCE /* memmem */
#include "report/test_file.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/os.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const test_form_names[] = {[FORM_KTEST] = "KLEE's format",
                                       [FORM_TEST_COMP] = "Test-Comp's format",
                                       [FORM_RAW] = "the bytes of one input"};

/* ---- Test-Comp ----------------------------------------------------------------------------------- */

typedef struct InputType {
  const char *type;  /* as C writes it */
  const char *input; /* as the machine calls such an input */
  u32 n_bytes;
  bool is_float;
} InputType;

static const InputType types[] = {
    {"int", "int", 4, false},
    {"bool", "bool", 1, false},
    {"_Bool", "bool", 1, false},
    {"char", "char", 1, false},
    {"signed char", "schar", 1, false},
    {"unsigned char", "uchar", 1, false},
    {"short", "short", 2, false},
    {"unsigned short", "ushort", 2, false},
    {"unsigned", "uint", 4, false},
    {"unsigned int", "uint", 4, false},
    {"long", "long", 8, false},
    {"unsigned long", "ulong", 8, false},
    {"size_t", "ulong", 8, false},
    {"long long", "longlong", 8, false},
    {"unsigned long long", "ulonglong", 8, false},
    {"float", "float", 4, true},
    {"double", "double", 8, true},
};

typedef struct XmlReader {
  const char *path, *begin;
} XmlReader;

static Err bad(const XmlReader *r, const char *at, const char *what) {
  u32 line = 1;
  for (const char *c = r->begin; c < at; c++) line += *c == '\n';
  return err_set(ERR_INPUT, "%s:%u: %s", r->path, line, what);
}

/* The type that the tag has; without one it is an int. */
static Err take_type(const XmlReader *r, const char *tag, size_t n, const InputType **ret) {
  static const char mark[] = "type=\"";
  const char *type = memmem(tag, n, mark, strlen(mark));
  *ret = &types[0];
  if (!type) return OK;
  type += strlen(mark);
  for (u32 i = 0; i < ARRAY_LEN(types); i++) {
    size_t length = strlen(types[i].type);
    if (strncmp(type, types[i].type, length) || type[length] != '"') continue;
    *ret = &types[i];
    return OK;
  }
  return bad(r, tag, "the type of this input is none of C's numbers");
}

/* 'x', '\n', '\x41', '\101' */
static bool take_character(const char *text, u8 *ret) {
  static const char letters[] = "abtnvfr";
  if (text[1] != '\\') return *ret = (u8)text[1], text[1] && text[2] == '\'';
  const char *letter = text[2] ? strchr(letters, text[2]) : NULL;
  if (letter) return *ret = (u8)(7 + (letter - letters)), text[3] == '\'';
  if (strchr("\\'\"", text[2])) return *ret = (u8)text[2], text[3] == '\'';
  char *end;
  bool is_hex = text[2] == 'x';
  unsigned long x = strtoul(text + (is_hex ? 3 : 2), &end, is_hex ? 16 : 8);
  *ret = (u8)x;
  return end > text + 2 && *end == '\'' && x < 256;
}

static bool take_value(const InputType *t, const char *text, u8 *bytes) {
  char *end = NULL;
  errno = 0;
  if (*text == '\'') {
    memset(bytes, 0, 8);
    return take_character(text, bytes);
  }
  if (t->is_float) {
    double x = strtod(text, &end);
    float single = (float)x;
    memcpy(bytes, t->n_bytes == 4 ? (void *)&single : (void *)&x, t->n_bytes);
  } else {
    bool is_negative = *text == '-';
    u64 x = is_negative ? (u64)strtoll(text, &end, 0) : strtoull(text, &end, 0);
    memcpy(bytes, &x, 8);
  }
  if (end == text || errno == ERANGE) return false;
  return !end[strspn(end, "uUlLfF")];
}

static Err take_input(const XmlReader *r, const char **io, Ktest *to) {
  const char *tag = *io, *close = strchr(tag, '>');
  if (!close) return bad(r, tag, "this input is cut off");
  const char *end = strstr(close, "</input>");
  if (!end) return bad(r, tag, "this input has no '</input>'");
  const InputType *type;
  TRY(take_type(r, tag, (size_t)(close - tag), &type));
  const char *from = close + 1, *behind = end;
  while (from < behind && isspace((unsigned char)*from)) from++;
  while (behind > from && isspace((unsigned char)behind[-1])) behind--;
  cleanup(text_free) Text value = {0};
  text_add_n(&value, from, (size_t)(behind - from));
  u8 bytes[8];
  if (!take_value(type, text_c(&value), bytes))
    return bad(r, tag, "this input is neither a number nor a character of its type");
  char name[32];
  snprintf(name, sizeof name, "%s@%u", type->input, to->objects.n + 1);
  named_bytes_add(&to->objects, name, bytes, type->n_bytes);
  *io = end;
  return OK;
}

static Err read_xml(const char *path, const char *text, Ktest *ret) {
  XmlReader r = {path, text};
  cleanup(ktest_free) Ktest t = {0};
  const char *at = strstr(text, "<testcase");
  ktest_add_arg(&t, path);
  while ((at = strstr(at, "<input"))) TRY(take_input(&r, &at, &t));
  *ret = t;
  t = (Ktest){0};
  return OK;
}

static bool is_xml(const Text *bytes) {
  if (!bytes->n || memchr(bytes->at, 0, bytes->n)) return false;
  const char *text = text_c(bytes);
  text += strspn(text, " \t\r\n");
  return *text == '<' && strstr(text, "<testcase");
}

/* ---- names --------------------------------------------------------------------------------------- */

/* KLEE gives several inputs one name, for instance both n_args of two --sym-args. */
static void number_names(Ktest *k) {
  Map seen = {0};
  for (u32 i = 0; i < k->objects.n; i++) {
    NamedBytes *o = &k->objects.at[i];
    bool is_new;
    u64 *n = map_at(&seen, hash_bytes(o->name, strlen(o->name)), &is_new);
    if (is_new) {
      *n = 0;
      continue;
    }
    cleanup(text_free) Text name = text_format("%s_%ju", o->name, (uintmax_t)++ * n);
    mem_free((char *)o->name);
    o->name = text_dup(text_c(&name));
  }
  map_done(&seen);
}

/* ---- public -------------------------------------------------------------------------------------- */

static bool has_magic(const Text *bytes) {
  return bytes->n >= 5 && (!memcmp(bytes->at, "KTEST", 5) || !memcmp(bytes->at, "BOUT\n", 5));
}

Err test_file_read(const char *path, Ktest *ret, TestForm *ret_form) {
  cleanup(text_free) Text bytes = {0};
  Ktest t = {0};
  TRY(file_read(path, &bytes));
  if (has_magic(&bytes) || text_ends_in(path, ".ktest")) {
    TRY(ktest_decode(path, text_c(&bytes), bytes.n, &t));
    number_names(&t);
    *ret_form = FORM_KTEST;
  } else if (is_xml(&bytes)) {
    TRY(read_xml(path, text_c(&bytes), &t));
    *ret_form = FORM_TEST_COMP;
  } else {
    if (bytes.n > UINT32_MAX) return err_set(ERR_INPUT, "'%s' is too large for a test", path);
    ktest_add_arg(&t, path);
    named_bytes_add(&t.objects, RAW_INPUT, text_c(&bytes), (u32)bytes.n);
    *ret_form = FORM_RAW;
  }
  *ret = t;
  return OK;
}
