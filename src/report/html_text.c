/* html_text.c — texts, numbers and formulas as they are written on the page. */
#include "report/html_impl.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NARROW_SPACE "\u202f" /* does not break */

/* Bytes of the UTF-8 character at s, 0 if there is none. */
static size_t utf8_length(const u8 *s, size_t n) {
  size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
  if (s[0] >= 0xf5 || (s[0] >= 0x80 && s[0] < 0xc2) || length > n) return 0;
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if (length == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))) return 0;
  if (length == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))) return 0;
  return length;
}

static void add_ascii(Text *to, char c) {
  switch (c) {
  case '&':
    text_add(to, "&amp;");
    break;
  case '<':
    text_add(to, "&lt;");
    break;
  case '>':
    text_add(to, "&gt;");
    break;
  case '"':
    text_add(to, "&quot;");
    break;
  case '\'':
    text_add(to, "&#39;");
    break;
  case '\n':
  case '\t':
    text_add_char(to, c);
    break;
  default:
    if (c < 0x20 || c == 0x7f) /* the pictures of control characters, from U+2400 on */
      text_addf(to, "&#%d;", c == 0x7f ? 0x2421 : 0x2400 + c);
    else
      text_add_char(to, c);
  }
}

/* ---- formulas -------------------------------------------------------------------------------- */

static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
static const char *const lowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

static const struct {
  const char *plain, *sign;
} fractions[] = {
    {"1/2", "½"}, {"1/3", "⅓"}, {"2/3", "⅔"}, {"1/4", "¼"}, {"3/4", "¾"},
    {"1/5", "⅕"}, {"2/5", "⅖"}, {"3/5", "⅗"}, {"4/5", "⅘"}, {"1/6", "⅙"},
    {"5/6", "⅚"}, {"1/8", "⅛"}, {"3/8", "⅜"}, {"5/8", "⅝"}, {"7/8", "⅞"},
};

static size_t digits(const char *s) {
  size_t n = 0;
  while (isdigit((u8)s[n])) n++;
  return n;
}

static void add_digits(Text *to, const char *s, size_t n, const char *const *signs) {
  for (size_t i = 0; i < n; i++) text_add(to, signs[s[i] - '0']);
}

static void add_fraction(Text *to, const char *s, size_t above, size_t below) {
  for (size_t i = 0; i < ARRAY_LEN(fractions); i++) {
    if (strlen(fractions[i].plain) != above + 1 + below) continue;
    if (strncmp(s, fractions[i].plain, above + 1 + below)) continue;
    text_add(to, fractions[i].sign);
    return;
  }
  add_digits(to, s, above, raised);
  text_add(to, "⁄");
  add_digits(to, s + above + 1, below, lowered);
}

/* As typographers do it: 1234, but 12 345. */
static void add_grouped(Text *to, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (i && n > 4 && (n - i) % 3 == 0) text_add(to, NARROW_SPACE);
    text_add_char(to, s[i]);
  }
}

/* A number of a text, 12,345 or 12345, the first group of n digits; how many characters it was. */
static size_t add_number(Text *to, const char *s, size_t n) {
  cleanup(text_free) Text plain = {0};
  text_add_n(&plain, s, n);
  for (bool has_groups = n <= 3; has_groups && s[n] == ',' && digits(s + n + 1) == 3; n += 4)
    text_add_n(&plain, s + n + 1, 3);
  add_grouped(to, text_c(&plain), plain.n);
  return n;
}

/* The next part of a formula; how many characters it was. */
static size_t add_formula_part(Text *to, const char *s) {
  size_t n = digits(s), below = n && s[n] == '/' ? digits(s + n + 1) : 0;
  if (below) {
    add_fraction(to, s, n, below);
    return n + 1 + below;
  }
  if (n) return add_number(to, s, n);
  if (*s == '^' && (n = digits(s + 1))) {
    add_digits(to, s + 1, n, raised);
    return 1 + n;
  }
  if (*s == '^' && toupper((u8)s[1]) == 'N') {
    text_add(to, "ᴺ");
    return 2;
  }
  if (!strncmp(s, "log2", 4)) {
    text_add(to, "log₂");
    return 4;
  }
  if (isalpha((u8)*s)) { /* a word; every formula writes N for the size */
    while (isalpha((u8)s[n])) n++;
    text_add_n(to, n == 1 && *s == 'n' ? "N" : s, n);
    return n;
  }
  if (*s == '-')
    text_add(to, "−");
  else if (*s == '*')
    text_add(to, isdigit((u8)s[1]) ? "·" : s[1] == 'l' ? NARROW_SPACE : "");
  else {
    n = MAX(utf8_length((const u8 *)s, strlen(s)), 1);
    html_text_n(to, s, n);
    return n;
  }
  return 1;
}

/* ---- public ---------------------------------------------------------------------------------- */

void html_text_n(Text *to, const char *s, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t length = utf8_length((const u8 *)s + i, n - i);
    if (length == 1)
      add_ascii(to, s[i]);
    else if (length)
      text_add_n(to, s + i, length);
    else /* Latin-1, perhaps */
      text_addf(to, "&#%d;", (u8)s[i] < 0xa0 ? 0xfffd : (u8)s[i]);
    i += MAX(length, 1);
  }
}

void html_text(Text *to, const char *s) { html_text_n(to, s, strlen(s)); }

/* The value of the conversion at `at`, which begins with '%'; where it ends. */
static const char *add_value(Text *to, const char *at, va_list *values) {
  size_t n = strspn(at + 1, "'.0123456789l") + 2;
  char form[16], letter = at[n - 1];
  bool is_long = at[n - 2] == 'l', is_for_people = at[1] == '\'';
  assert(n < sizeof form);
  snprintf(form, sizeof form, "%.*s", (int)n, at);
  if (letter == '%') {
    text_add_char(to, '%');
  } else if (letter == 's') {
    const char *s = va_arg(*values, const char *);
    html_text(to, s ? s : "");
  } else if (strchr("efg", letter)) {
    double x = va_arg(*values, double);
    if (is_for_people)
      html_real(to, x);
    else
      text_addf(to, form, x);
  } else {
    u64 x = is_long ? va_arg(*values, u64) : va_arg(*values, u32);
    if (is_for_people)
      html_count(to, x);
    else if (is_long)
      text_addf(to, form, x);
    else
      text_addf(to, form, (u32)x);
  }
  return at + n;
}

void html_addf(Text *to, const char *form, ...) {
  va_list values;
  va_start(values, form);
  while (*form) {
    size_t n = strcspn(form, "%");
    text_add_n(to, form, n);
    form += n;
    if (*form) form = add_value(to, form, &values);
  }
  va_end(values);
}

void html_formula(Text *to, const char *s) {
  while (*s) s += add_formula_part(to, s);
}

void html_count(Text *to, u64 n) {
  char plain[24];
  add_grouped(to, plain, (size_t)snprintf(plain, sizeof plain, "%lu", n));
}

void html_real(Text *to, double x) {
  if (!isfinite(x)) {
    text_add(to, "—");
    return;
  }
  int power = x == 0 ? 0 : (int)floor(log10(fabs(x)) + 1e-9);
  if (x < 0) text_add(to, "−");
  x = fabs(x);
  if (power >= 7 || power < -3) {
    double front = x / pow(10, power);
    if (fabs(front - 1) > 1e-9) text_addf(to, "%.3g×", front);
    text_addf(to, "10%s", power < 0 ? "⁻" : "");
    char plain[16];
    add_digits(to, plain, (size_t)snprintf(plain, sizeof plain, "%d", abs(power)), raised);
  } else if (x >= 999.5) {
    html_count(to, (u64)(x + 0.5));
  } else {
    text_addf(to, "%.3g", x);
  }
}

void html_seconds(Text *to, double seconds) {
  if (seconds < 0.01)
    text_addf(to, "%.1f" NARROW_SPACE "ms", seconds * 1000);
  else if (seconds < 100)
    text_addf(to, "%.*f" NARROW_SPACE "s", seconds < 10 ? 2 : 1, seconds);
  else if (seconds < 3600)
    text_addf(to, "%.0f" NARROW_SPACE "min %02.0f" NARROW_SPACE "s", floor(seconds / 60),
              floor(fmod(seconds, 60)));
  else
    text_addf(to, "%.0f" NARROW_SPACE "h %02.0f" NARROW_SPACE "min", floor(seconds / 3600),
              floor(fmod(seconds, 3600) / 60));
}

void html_plural(Text *to, u64 n, const char *word) {
  html_count(to, n);
  text_addf(to, " %s%s", word, n == 1 ? "" : "s");
}

void html_shell(Text *to, const char *word) {
  cleanup(text_free) Text quoted = {0};
  text_add_word(&quoted, word);
  html_text(to, text_c(&quoted));
}
