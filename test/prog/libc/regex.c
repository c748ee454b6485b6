// regcomp and regexec: basic and extended expressions, submatches, flags, errors.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#include <regex.h>
#include <stdio.h>

static void try(const char *pattern, int flags, const char *text) {
  regex_t re;
  regmatch_t m[4];
  char why[80];
  int r = regcomp(&re, pattern, flags);
  if (r) {
    regerror(r, &re, why, sizeof why);
    printf("%s: %d %s\n", pattern, r, why);
    return;
  }
  r = regexec(&re, text, 4, m, 0);
  printf("%s in %s: %d", pattern, text, r);
  for (size_t i = 0; !r && i <= re.re_nsub && i < 4; i++)
    printf(" %d-%d", (int)m[i].rm_so, (int)m[i].rm_eo);
  putchar('\n');
  regfree(&re);
}

int main(void) {
  try("a.c", 0, "xxabcxx");
  try("^a*b$", 0, "aaab");
  try("\\(a\\|b\\)\\1", 0, "xbbx");
  try("(foo|bar)+([0-9]{2,3})", REG_EXTENDED, "xfoobar1234");
  try("[[:alpha:]_][[:alnum:]_]*", REG_EXTENDED, "12 name_3;");
  try("HELLO", REG_ICASE, "say hello");
  try("^b", REG_NEWLINE, "a\nb");
  try("a?b??", REG_EXTENDED, "ab");
  try("x*", REG_EXTENDED, "");
  try("[^a-c]+$", REG_EXTENDED, "abcdef");
  try("(", REG_EXTENDED, "");
  try("[a", 0, "");
  try("a{2", REG_EXTENDED, "");
  try("*a", REG_EXTENDED, "a");
  try("\\<word\\>", 0, "a word here");
  return 0;
}
