/* cmd_report.c — nadir report DIR: the page of a search for the worst case, from its worst.json. */
#include "base/os.h"
#include "cli/commands.h"
#include "report/html.h"

#include <stdio.h>

enum { OUT };

static const Option options[] = {
    [OUT] = {"out", OPTION_TEXT, "FILE", NULL, "write the page there (default: DIR/report.html)"},
};

static Err run(const Args *args) {
  const char *dir = args->operands.at[0];
  cleanup(text_free) Text from = {0}, to = {0}, page = {0};
  text_addf(&from, "%s/worst.json", dir);
  if (args_has(args, OUT))
    text_add(&to, args_text(args, OUT));
  else
    text_addf(&to, "%s/report.html", dir);
  cleanup(worst_report_done) WorstReport report = {0};
  TRY(worst_report_read(text_c(&from), &report));
  html_report(&report, &page);
  TRY(file_write(text_c(&to), page.at, page.n));
  puts(text_c(&to));
  return OK;
}

const Command cmd_report = {
    .operands = "DIR",
    .min_operands = 1,
    .max_operands = 1,
    .about =
        "Writes one HTML page about the search for the worst case in DIR: how the cost grows,\n"
        "the worst inputs, their decisions, and how often each line ran.  It needs only\n"
        "DIR/worst.json and the program's source files.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
