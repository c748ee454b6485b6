/* html_test.c — how values are written on the page: nothing from outside is taken for HTML, and
 * pictures stay small. */
#include "report/html.h"
#include "report/html_impl.h"
#include "report/plot.h"

#include "base/rng.h"
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef void Write(Text *to, const char *s);

static void assert_written(Write *write, const char *from, const char *expected) {
  Text t = {0};
  write(&t, from);
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
}

static void test_text(void **unused) {
  (void)unused;
  assert_written(html_text, "a<b> & \"c\" 'd'", "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  assert_written(html_text, "é€😀\t\n", "é€😀\t\n");
  assert_written(html_text, "\x1b[\x7f", "&#9243;[&#9249;");
  assert_written(html_text, "\xe9.\xff.\x80.\xc3", "&#233;.&#255;.&#65533;.&#195;");
  assert_written(html_text, "\xed\xa0\x80", "&#237;&#160;&#65533;"); /* a surrogate */
  assert_written(html_text, "\xc0\xbc", "&#192;&#188;");             /* '<', too long */
}

/* Whatever comes in: no bracket, no quotation mark, and every & begins one of our own. */
static void test_text_random(void **unused) {
  (void)unused;
  Rng rng = {1};
  for (u32 k = 0; k < 2000; k++) {
    char bytes[24];
    size_t n = rng_below(&rng, sizeof bytes);
    for (size_t i = 0; i < n; i++)
      bytes[i] = rng_chance(&rng, 3) ? "<>&\"'\0\xe2\x82"[rng_below(&rng, 8)] : (char)rng_u64(&rng);
    Text t = {0};
    html_text_n(&t, bytes, n);
    assert_true(strlen(text_c(&t)) == t.n);
    assert_null(strpbrk(text_c(&t), "<>\"'"));
    for (const char *s = text_c(&t); (s = strchr(s, '&')); s++)
      assert_true(!strncmp(s, "&amp;", 5) || !strncmp(s, "&lt;", 4) || !strncmp(s, "&gt;", 4) ||
                  !strncmp(s, "&quot;", 6) || !strncmp(s, "&#", 2));
    text_free(&t);
  }
}

static void test_formula(void **unused) {
  (void)unused;
  assert_written(html_formula, "1/2*N^2 - 1/2*N", "½N² − ½N");
  assert_written(html_formula, "7/12*N^10 + 3*N - 4", "⁷⁄₁₂N¹⁰ + 3N − 4");
  assert_written(html_formula, "11/2*N", "¹¹⁄₂N");
  assert_written(html_formula, "2^n", "2ᴺ");
  assert_written(html_formula, "n log n", "N log N");
  assert_written(html_formula, "1.39*N*log2(N) + 2*3", "1.39N\u202flog₂(N) + 2·3");
  assert_written(html_formula, "n!", "N!");
  assert_written(html_formula, "2,431 of the 1,234,567 at N=16,384",
                 "2431 of the 1\u202f234\u202f567 at N=16\u202f384");
  assert_written(html_formula, "sizes 16,32,64 and 1234,567", "sizes 16,32,64 and 1234,567");
  assert_written(html_formula, "<b>^ 1/ *", "&lt;b&gt;^ 1/ ");
  assert_written(html_formula, "3 branches (n^2)", "3 branches (N²)");
}

static void test_shell(void **unused) {
  (void)unused;
  assert_written(html_shell, "out/worst-1.ktest", "out/worst-1.ktest");
  assert_written(html_shell, "a b", "&#39;a b&#39;");
  assert_written(html_shell, "it's", "&#39;it&#39;\\&#39;&#39;s&#39;");
  assert_written(html_shell, "", "&#39;&#39;");
  assert_written(html_shell, "é<", "&#39;é&lt;&#39;");
}

static void test_numbers(void **unused) {
  (void)unused;
  static const struct {
    double x;
    const char *text;
  } reals[] = {{0, "0"},           {4950, "4950"}, {20000, "20\u202f000"}, {1e7, "10⁷"},
               {2.5e8, "2.5×10⁸"}, {0.25, "0.25"}, {1e-5, "10⁻⁵"},         {-3, "−3"},
               {INFINITY, "—"},    {1000, "1000"}, {999.6, "1000"}};
  for (size_t i = 0; i < ARRAY_LEN(reals); i++) {
    Text t = {0};
    html_real(&t, reals[i].x);
    assert_string_equal(text_c(&t), reals[i].text);
    text_free(&t);
  }
  static const struct {
    double seconds;
    const char *text;
  } times[] = {{0.0012, "1.2\u202fms"},
               {0.21, "0.21\u202fs"},
               {31.84, "31.8\u202fs"},
               {200, "3\u202fmin 20\u202fs"},
               {7260, "2\u202fh 01\u202fmin"}};
  for (size_t i = 0; i < ARRAY_LEN(times); i++) {
    Text t = {0};
    html_seconds(&t, times[i].seconds);
    assert_string_equal(text_c(&t), times[i].text);
    text_free(&t);
  }
  Text t = {0};
  html_count(&t, UINT64_MAX);
  assert_string_equal(text_c(&t), "18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615");
  text_free(&t);
}

static u32 count(const Text *t, const char *what) {
  u32 n = 0;
  for (const char *s = text_c(t); (s = strstr(s, what)); s++) n++;
  return n;
}

/* Every axis holds its values and has a handful of ticks. */
static void test_axes(void **unused) {
  (void)unused;
  Rng rng = {2};
  for (u32 k = 0; k < 3000; k++) {
    double min = exp2((double)rng_below(&rng, 60) - 20),
           span = exp2((double)rng_below(&rng, 60) - 20);
    double max = rng_chance(&rng, 8) ? min : min + span;
    Text t = {0};
    Plot p = {.width = 700, .height = 300, .x_label = "", .y_label = "", .to = &t};
    p.x.is_whole = rng_chance(&rng, 2);
    plot_fit(&p.x, min, max, min, rng_chance(&rng, 2));
    plot_fit(&p.y, 0, max, max, rng_chance(&rng, 2));
    assert_true(p.x.low <= min * (1 + 1e-6) && p.x.high >= max * (1 - 1e-6) && p.x.low < p.x.high);
    assert_true(p.y.low <= max * (1 + 1e-6) && p.y.high >= max * (1 - 1e-6) && p.y.low < p.y.high);
    plot_begin(&p, "");
    u32 n_ticks = count(&t, "class=\"grid\"");
    if (n_ticks < 2 || n_ticks > 26) fail_msg("%u ticks for %g to %g", n_ticks, min, max);
    assert_int_equal(count(&t, "nan") + count(&t, "inf"), 0);
    text_free(&t);
  }
}

static WorstSize long_path(u32 n_sites, u32 n_steps) {
  WorstSize s = {.size = 9, .has_cost = true};
  for (u32 i = 0; i < n_sites; i++)
    vec_push(&s.sites, ((WorstSite){{"f", "f.c", i + 1, 1}, "branch"}));
  Rng rng = {3};
  for (u32 i = 0; i < n_steps; i++)
    vec_push(&s.strip, ((WorstStep){(u32)rng_below(&rng, n_sites), rng_below(&rng, 3),
                                    1 + rng_below(&rng, 4)}));
  return s;
}

static void test_strip_stays_small(void **unused) {
  (void)unused;
  static const u32 sites[] = {1, 5, 24, 300};
  for (size_t i = 0; i < ARRAY_LEN(sites); i++) {
    WorstSize s = long_path(sites[i], 100000);
    Text t = {0};
    html_strip(&s, &t);
    assert_in_range(t.n, 1000, 250000);
    assert_int_equal(count(&t, "<th scope"), MIN(sites[i], 24));
    assert_non_null(strstr(text_c(&t), "columns sums up"));
    vec_free(&s.sites);
    vec_free(&s.strip);
    text_free(&t);
  }
}

/* The part of a row's height that side `k` covers, on average. */
static double covered(const Text *t, const char *class_name) {
  double sum = 0;
  const char *s = strstr(text_c(t), class_name);
  for (s = s ? strstr(s, "d=\"") + 3 : ""; *s == 'M';) {
    double x, y, width, height, end;
    int n = 0;
    assert_int_equal(sscanf(s, "M%lf %lfh%lfv%lfH%lfz%n", &x, &y, &width, &height, &end, &n), 5);
    assert_true(x >= 0 && y >= 0 && x + width <= 1000.1 && y + height <= 10 && x == end);
    sum += width * height;
    s += n;
  }
  return sum / 10000;
}

static void test_strip_shares(void **unused) {
  (void)unused;
  for (u32 n_steps = 40; n_steps <= 40000; n_steps *= 10) {
    WorstSize s = {0};
    vec_push(&s.sites, ((WorstSite){{"f", "f.c", 1, 1}, "branch"}));
    for (u32 i = 0; i < n_steps; i++) vec_push(&s.strip, ((WorstStep){0, i % 2, 1 + 2 * (i % 2)}));
    Text t = {0};
    html_strip(&s, &t);
    assert_true(fabs(covered(&t, "side1") - 0.75) < 0.06);
    assert_true(fabs(covered(&t, "side0") - 0.25) < 0.06);
    vec_free(&s.sites);
    vec_free(&s.strip);
    text_free(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_text_random),
      cmocka_unit_test(test_formula),
      cmocka_unit_test(test_shell),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_axes),
      cmocka_unit_test(test_strip_stays_small),
      cmocka_unit_test(test_strip_shares),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
