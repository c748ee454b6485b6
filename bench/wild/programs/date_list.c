/* Days since 1970 of dates like 2024-02-29, separated by commas, year by year: 9999-12-31 is the costly one.
 *
 * call: sum_of_days(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'91-,'
 * killer: s = (b'9999-12-31,' * N)[:N]
 */
#include <ctype.h>

static const int month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int read_digits(const char **at, int n, int *ret) {
  *ret = 0;
  for (; n; n--, ++*at) {
    if (!isdigit((unsigned char)**at)) return 0;
    *ret = *ret * 10 + (**at - '0');
  }
  return 1;
}

static long days_of(int year, int month, int day) {
  long days = day - 1;
  for (int y = 1970; y < year; y++) days += is_leap(y) ? 366 : 365;
  for (int m = 1; m < month; m++) days += month_days[m - 1] + (m == 2 && is_leap(year));
  return days;
}

static int read_date(const char **at, long *ret) {
  int year, month, day;
  if (!read_digits(at, 4, &year) || *(*at)++ != '-') return 0;
  if (!read_digits(at, 2, &month) || *(*at)++ != '-') return 0;
  if (!read_digits(at, 2, &day) || month < 1 || month > 12 || day < 1 || day > 31) return 0;
  *ret = days_of(year, month, day);
  return 1;
}

long sum_of_days(const char *s) {
  long sum = 0, days;
  while (read_date(&s, &days)) {
    sum += days;
    if (*s != ',') break;
    s++;
  }
  return sum;
}
