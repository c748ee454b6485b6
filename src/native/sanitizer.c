/* sanitizer.c — cuts the reports of AddressSanitizer and its like down to what they found and
 * where. */
#include "native/sanitizer.h"

#include <string.h>

void sanitizer_line(const char *line, int length, const char *folder, Text *t) {
  int n = (int)strlen(folder);
  if (length > 2 && !strncmp(line, "./", 2)) {
    line += 2;
    length -= 2;
  }
  if (length > n && !strncmp(line, folder, (size_t)n) && line[n] == '/') {
    line += n + 1;
    length -= n + 1;
  }
  text_addf(t, "%.*s", length, line);
}

/* The first place of a report that is in the program: "    #1 0x… in fn /folder/file.c:7". */
static void add_frame(Text *t, const char *report, const char *folder) {
  for (const char *at = report; (at = strstr(at, "\n    #")); at++) {
    int length = (int)strcspn(at + 1, "\n");
    const char *last = at + 1 + length;
    while (last > at && last[-1] != ' ') last--;
    if (*last == '(' || !strncmp(last, "../", 3)) continue; /* of libraries */
    text_add(t, " at ");
    sanitizer_line(last, (int)strcspn(last, "\n"), folder, t);
    return;
  }
}

static bool add_report(const ReplayEnd *end, const char *folder, Text *t) {
  static const char error[] = "Sanitizer: ", summary[] = "SUMMARY: ";
  int length = 0;
  const char *report = replay_line(end, error, &length);
  const char *line = replay_line(end, summary, &length);
  if (!report || !line) return false;
  line += strlen(summary);
  size_t name = strcspn(line, ":\n") + 2; /* and the blank behind it */
  size_t kind = strcspn(line + name, " \n");
  bool is_sum = line[name] >= '0' && line[name] <= '9'; /* of leaks: a sentence */
  text_addf(t, "%.*s", is_sum ? length - (int)strlen(summary) : (int)(name + kind), line);
  add_frame(t, report, folder);
  return true;
}

bool sanitizer_said(const ReplayEnd *end, const char *folder, Text *t) {
  int length = 0;
  if (add_report(end, folder, t)) return true;
  const char *line = replay_line(end, ": runtime error: ", &length);
  if (line) sanitizer_line(line, length, folder, t);
  return line != NULL;
}
