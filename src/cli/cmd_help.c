/* cmd_help.c — nadir help [COMMAND]. */
#include "cli/help.h"

#include <stdio.h>

static Err run(const Args *args) {
  cleanup(text_free) Text t = {0};
  if (args->operands.n == 0) {
    help_overview(&t);
  } else {
    const CommandRow *row;
    TRY(command_find(args->operands.at[0], &row));
    help_command(&t, row);
  }
  fputs(text_c(&t), stdout);
  return OK;
}

const Command cmd_help = {
    .operands = "[COMMAND]",
    .max_operands = 1,
    .about = "Explains a command: what it does, what it takes, what each option means.\n"
             "Without a command, lists them all.\n",
    .run = run,
};
