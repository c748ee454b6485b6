/* kept.c — prints and reads kept inputs.
 *
 * Lines are short and in a fixed order, so that a diff shows what became worse.  Nothing in the file depends on the time or on the
 * machine that found the inputs.
 */
#include "check/kept.h"

#include "base/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 100, MOST_BYTES = 1 << 16, INDENT = 4, MOST_NUMBER = 40 };

/* ---- printing ------------------------------------------------------------------------------------ */

typedef struct KeptPrinter {
  Text *to;
  size_t line_begin;
} KeptPrinter;

/* A word that is not torn apart. */
static void put(KeptPrinter *p, const char *word) {
  if (p->to->n - p->line_begin + strlen(word) + 1 > WIDTH) {
    text_add_char(p->to, '\n');
    p->line_begin = p->to->n;
    text_addf(p->to, "%*s", INDENT, "");
  } else {
    text_add_char(p->to, ' ');
  }
  text_add(p->to, word);
}

static void print_element(const WorstInput *in, u64 i, Text *to) {
  const u8 *at = in->bytes + i * in->element_bytes;
  if (in->kind == ELEMENT_SIGNED)
    text_addf(to, "%lld", (long long)worst_input_number(in, i));
  else if (in->kind == ELEMENT_UNSIGNED)
    text_addf(to, "%llu", (unsigned long long)worst_input_word(in, i));
  else if (in->kind == ELEMENT_FLOAT)
    text_addf(to, in->element_bytes == 4 ? "%.9g" : "%.17g", worst_input_float(in, i));
  else
    for (u32 k = 0; k < in->element_bytes; k++) text_addf(to, "%02x", at[k]);
}

static void print_elements(KeptPrinter *p, const WorstInput *in, u64 n) {
  enum { MANY = 4 };
  for (u64 i = 0; i < n;) {
    cleanup(text_free) Text word = {0};
    const u8 *at = in->bytes + i * in->element_bytes;
    u64 same = 1;
    while (i + same < n && !memcmp(at, at + same * in->element_bytes, in->element_bytes)) same++;
    if (same < MANY) same = 1;
    print_element(in, i, &word);
    if (same > 1) text_addf(&word, "*%llu", (unsigned long long)same);
    put(p, text_c(&word));
    i += same;
  }
}

/* Strings behind each other, as C joins them; three octal digits end by themselves. */
static void print_letters(KeptPrinter *p, const u8 *at, u64 n) {
  enum { PIECE = 64 };
  for (u64 i = 0; i < n || !i;) {
    cleanup(text_free) Text word = {0};
    text_add_char(&word, '"');
    for (; i < n && word.n < PIECE; i++) {
      u8 c = at[i];
      if (c == '"' || c == '\\')
        text_addf(&word, "\\%c", c);
      else if (c < ' ' || c > '~')
        text_addf(&word, "\\%03o", c);
      else
        text_add_char(&word, (char)c);
    }
    text_add_char(&word, '"');
    put(p, text_c(&word));
    if (!n) return;
  }
}

static void print_input(const WorstInput *in, Text *to) {
  KeptPrinter p = {.to = to, .line_begin = to->n};
  u64 n = worst_input_elements(in);
  bool is_text = in->kind == ELEMENT_CHAR && in->element_bytes == 1;
  text_addf(to, "  %s %s%u[%llu] =", in->name, element_kind_names[in->kind], in->element_bytes,
            (unsigned long long)n);
  if (is_text)
    print_letters(&p, in->bytes, n);
  else
    print_elements(&p, in, n);
  text_add_char(to, '\n');
}

/* A cost that the machine counted on an input that is not very long. */
static bool is_kept(const WorstSize *s) {
  if (!s->has_cost || s->predicted || !s->inputs.n || s->verified.vm == VERDICT_NOT_SEEN)
    return false;
  u64 n = 0;
  for (u32 i = 0; i < s->inputs.n; i++) {
    const WorstInput *in = &s->inputs.at[i];
    if (in->n_left_out) return false;
    n += worst_input_elements(in) * in->element_bytes;
  }
  return n <= MOST_BYTES;
}

void kept_print(const WorstReport *r, const char *contract, const char *metric, Text *to) {
  text_add(to, "# nadir check keeps the worst inputs that it found here.  Commit this file; 'nadir "
               "help check' "
               "explains it.\n");
  text_addf(to, "contract  %s\nmetric    %s\n", contract, metric);
  if (r->has_growth && r->growth.class_name)
    text_addf(to, "growth    %s%s%s\n", r->growth.class_name, r->growth.exact ? ": " : "",
              r->growth.exact ? r->growth.exact : "");
  text_add_char(to, '\n');
  for (u32 i = 0; i < r->sizes.n; i++) {
    const WorstSize *s = &r->sizes.at[i];
    if (!is_kept(s)) continue;
    text_addf(to, "N=%llu  cost %llu%s\n", (unsigned long long)s->size, (unsigned long long)s->cost,
              s->proven ? "  proven" : "");
    for (u32 k = 0; k < s->inputs.n; k++) print_input(&s->inputs.at[k], to);
  }
}

/* ---- reading ------------------------------------------------------------------------------------- */

typedef struct KeptReader {
  const char *path, *at;
  u32 line;
  Kept *kept;
} KeptReader;

static Err fail(const KeptReader *r, const char *message) {
  return err_set(ERR_INPUT, "%s:%u: %s; remove the file, and let nadir check --save make it again",
                 r->path, r->line, message);
}

static void skip_blanks(KeptReader *r) {
  while (*r->at == ' ' || *r->at == '\t') r->at++;
}

/* To the next value of an input, over the end of a line if the next one is indented further. */
static bool has_value(KeptReader *r) {
  for (;;) {
    skip_blanks(r);
    if (*r->at == '\r') r->at++;
    if (*r->at != '\n') return *r->at;
    if (strspn(r->at + 1, " ") < INDENT) return false;
    r->at++;
    r->line++;
  }
}

static bool take_number(KeptReader *r, u64 *ret) {
  char *end;
  errno = 0;
  if (*r->at < '0' || *r->at > '9') return false;
  *ret = strtoull(r->at, &end, 10);
  r->at = end;
  return !errno;
}

/* A value of an element, which is no string. */
static bool take_element(KeptReader *r, ElementKind kind, u32 n_bytes, u8 *ret) {
  char word[MOST_NUMBER + 1] = {0}, *end = word;
  size_t n = strcspn(r->at, " *\t\r\n");
  if (kind == ELEMENT_BYTES || n_bytes > 8) {
    if (n != 2 * (size_t)n_bytes) return false;
    for (u32 i = 0; i < n_bytes; i++) {
      char digits[] = {r->at[2 * i], r->at[2 * i + 1], 0};
      ret[i] = (u8)strtoul(digits, &end, 16);
      if (*end) return false;
    }
  } else {
    if (!n || n > MOST_NUMBER) return false;
    memcpy(word, r->at, n);
    u64 bits = kind == ELEMENT_UNSIGNED ? strtoull(word, &end, 10) : (u64)strtoll(word, &end, 10);
    double wide = kind == ELEMENT_FLOAT ? strtod(word, &end) : 0;
    float narrow = (float)wide;
    if (*end) return false;
    const void *from = kind != ELEMENT_FLOAT ? (void *)&bits
                       : n_bytes == 4        ? (void *)&narrow
                                             : (void *)&wide;
    memcpy(ret, from, n_bytes);
  }
  r->at += n;
  return true;
}

static bool take_elements(KeptReader *r, ElementKind kind, u32 n_bytes, u64 n, u8 *to) {
  u64 done = 0;
  while (done < n) {
    u64 times = 1;
    u8 *at = to + done * n_bytes;
    if (!has_value(r) || !take_element(r, kind, n_bytes, at)) return false;
    if (*r->at == '*') {
      r->at++;
      if (!take_number(r, &times) || !times) return false;
    }
    if (times > n - done) return false;
    for (u64 i = 1; i < times; i++) memcpy(at + i * n_bytes, at, n_bytes);
    done += times;
  }
  return true;
}

static bool take_letter(KeptReader *r, u8 *ret) {
  *ret = (u8)*r->at++;
  if (*ret != '\\') return *ret && *ret != '\n';
  if (strspn(r->at, "01234567") < 3) {
    *ret = (u8)*r->at++;
    return *ret;
  }
  *ret = (u8)((r->at[0] - '0') * 64 + (r->at[1] - '0') * 8 + (r->at[2] - '0'));
  r->at += 3;
  return true;
}

static bool take_letters(KeptReader *r, u64 n, u8 *to) {
  u64 done = 0;
  while (has_value(r) && *r->at == '"') {
    for (r->at++; *r->at != '"'; done++) {
      u8 c;
      if (done == n || !take_letter(r, &c)) return false;
      to[done] = c;
    }
    r->at++;
  }
  return done == n;
}

/* NAME KINDbytes[COUNT] = */
static bool take_head(KeptReader *r, Text *name, ElementKind *ret_kind, u64 *ret_bytes,
                      u64 *ret_n) {
  size_t n = strcspn(r->at, " \n");
  text_add_n(name, r->at, n);
  r->at += n;
  skip_blanks(r);
  size_t word = strspn(r->at, "abcdefghijklmnopqrstuvwxyz");
  u32 kind = 0;
  while (element_kind_names[kind] && (strlen(element_kind_names[kind]) != word ||
                                      strncmp(element_kind_names[kind], r->at, word)))
    kind++;
  if (!element_kind_names[kind]) return false;
  *ret_kind = (ElementKind)kind;
  r->at += word;
  if (!take_number(r, ret_bytes) || *r->at++ != '[') return false;
  if (!take_number(r, ret_n) || strncmp(r->at, "] =", 3)) return false;
  r->at += 3;
  return *ret_bytes && *ret_bytes <= MOST_BYTES && *ret_n <= MOST_BYTES / *ret_bytes;
}

static Err read_input(KeptReader *r) {
  cleanup(text_free) Text name = {0};
  ElementKind kind = ELEMENT_BYTES;
  u64 n_bytes = 0, n = 0;
  if (!r->kept->sizes.n) return fail(r, "an input stands before the first N=");
  if (!take_head(r, &name, &kind, &n_bytes, &n))
    return fail(r, "expected an input, such as: a signed4[8] = 1 2 3*6");
  KeptSize *size = &vec_last(&r->kept->sizes);
  NamedBytes *in = named_bytes_add(&size->inputs, text_c(&name), NULL, (u32)(n * n_bytes));
  bool is_good = kind == ELEMENT_CHAR && n_bytes == 1
                     ? take_letters(r, n, in->bytes)
                     : take_elements(r, kind, (u32)n_bytes, n, in->bytes);
  if (!is_good || has_value(r)) return fail(r, "these values do not fit the size of the input");
  return OK;
}

static bool take_word(KeptReader *r, const char *word) {
  size_t n = strlen(word);
  skip_blanks(r);
  if (strncmp(r->at, word, n)) return false;
  r->at += n;
  return true;
}

/* N=8  cost 592  proven */
static Err read_size(KeptReader *r) {
  KeptSize s = {0};
  bool is_good = take_number(r, &s.size) && take_word(r, "cost ") && take_number(r, &s.cost);
  s.proven = is_good && take_word(r, "proven");
  skip_blanks(r);
  if (!is_good || (*r->at && *r->at != '\n' && *r->at != '\r'))
    return fail(r, "expected a size, such as: N=8  cost 592");
  if (r->kept->sizes.n && vec_last(&r->kept->sizes).size >= s.size)
    return fail(r, "sizes are to ascend");
  vec_push(&r->kept->sizes, s);
  return OK;
}

static Err read_line(KeptReader *r) {
  bool is_indented = *r->at == ' ';
  skip_blanks(r);
  if (!*r->at || *r->at == '\n' || *r->at == '\r' || *r->at == '#') return OK;
  if (is_indented) return read_input(r);
  if (take_word(r, "N=")) return read_size(r);
  if (take_word(r, "contract ")) {
    skip_blanks(r);
    text_add_n(&r->kept->contract, r->at, strcspn(r->at, "\r\n"));
  }
  return OK; /* what a later version may say besides */
}

static Err read_all(KeptReader *r) {
  while (*r->at) {
    TRY(read_line(r));
    r->at += strcspn(r->at, "\n");
    if (*r->at) r->at++;
    r->line++;
  }
  return OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

Err kept_read(const char *path, Kept *ret) {
  cleanup(text_free) Text text = {0};
  cleanup(kept_done) Kept k = {0};
  if (access(path, F_OK) && errno == ENOENT) return OK;
  TRY(file_read(path, &text));
  KeptReader r = {.path = path, .at = text_c(&text), .line = 1, .kept = &k};
  TRY(read_all(&r));
  *ret = k;
  k = (Kept){0};
  return OK;
}

void kept_done(Kept *k) {
  for (u32 i = 0; i < k->sizes.n; i++) named_bytes_free(&k->sizes.at[i].inputs);
  vec_free(&k->sizes);
  text_free(&k->contract);
}
