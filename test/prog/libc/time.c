// <time.h> of given times: calendars, strftime, strptime, mktime, differences.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  static const time_t times[] = {0,  951782400,   1709164799,  4102444800,
                                 -1, -2208988800, 253402300799};
  setenv("TZ", "UTC", 1);
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    struct tm t;
    char text[200];
    gmtime_r(&times[i], &t);
    strftime(
        text, sizeof text,
        "%a %A %b %B %c %d %D %e %F %G %H %I %j %m %M %p %S %T %u %U %V %w %W %x %X %y %Y %Z %%",
        &t);
    printf("%s\n", text);
    printf("%d %s", timegm(&t) == times[i], asctime(&t));
  }
  struct tm t = {
      .tm_year = 124, .tm_mon = 13, .tm_mday = -5, .tm_hour = 30, .tm_min = 61, .tm_sec = 61};
  printf("%ld", (long)mktime(&t));
  printf(" %d %d %d %d %d %d %d %d\n", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min,
         t.tm_sec, t.tm_wday, t.tm_yday);
  struct tm p = {0};
  const char *end = strptime("2024-02-29 12:34:56 rest", "%Y-%m-%d %H:%M:%S", &p);
  printf("%s %d %d %d %d\n", end, p.tm_year, p.tm_mon, p.tm_mday, p.tm_hour);
  setenv("TZ", "XYZ-3ABC,M3.5.0,M10.5.0", 1);
  tzset();
  struct tm l;
  localtime_r(&(time_t){1720000000}, &l);
  printf("%d %d %s %g\n", l.tm_hour, l.tm_isdst, l.tm_zone, difftime(10, 3));
  return 0;
}
