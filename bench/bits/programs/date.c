/* date.c — the calendar day of a number of days, and what day of the week that is. */
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint32_t days;
  nadir_symbolic(&days, sizeof days, "days");
  nadir_assume(days < 3652425);
  uint32_t z = days + 719468, era = z / 146097, doe = z - era * 146097;
  uint32_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  uint32_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
  uint32_t day = doy - (153 * mp + 2) / 5 + 1, month = mp < 10 ? mp + 3 : mp - 9;
  uint32_t year = yoe + era * 400 + (month <= 2);
  int result = 0;
  if (month == 2 && day == 29) result |= 1;
  if (days % 7 == 1 && day == 13) result |= 2;
  if (year % 100 == 0 && month == 1 && day == 1) result |= 4;
  return result;
}
