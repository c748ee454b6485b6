/* help.h — the texts that the tables of commands and options spell out. */
#pragma once

#include "base/text.h"
#include "cli/commands.h"

void help_overview(Text *t); /* nadir --help */
/* nadir help COMMAND, which of a command with examples shows these and the common options; all: everything. */
void help_command(Text *t, const CommandRow *row, bool all);
/* nadir help COMMAND TOPIC: the settings of a part of it; fails with the topics that there are. */
must_use Err help_topic(Text *t, const CommandRow *row, const char *topic);
void help_usage(Text *t);   /* nadir, and nothing after it */
void help_version(Text *t); /* nadir --version */

/* What an option is when it is not given, at this command; NULL: nothing. */
const char *help_standard(const Command *c, const Option *o);

/* All exit codes. */
typedef struct ExitRow {
  int code;
  const char *meaning;
} ExitRow;
extern const ExitRow exit_rows[];
extern const u32 n_exit_rows;
