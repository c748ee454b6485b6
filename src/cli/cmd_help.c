/* cmd_help.c — nadir help [COMMAND [TOPIC]].  It also prints the manual pages and completion scripts
 * that are installed. */
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/man.h"

#include <stdio.h>

enum { ALL, MAN, COMPLETION };

static const OptionChoice shells[] = {
#define SHELL(name, add, line) {name, NULL, line},
#include "cli/shells.def"
#undef SHELL
    {0},
};

static const Option options[] = {
    [ALL] = {"all", OPTION_FLAG, .help = "explain everything, and list all options"},
    [MAN] = {"man", OPTION_FLAG, .help = "print the help as a manual page"},
    [COMPLETION] = {"completion", OPTION_CHOICE, "SHELL", NULL,
                    "print a script that completes nadir's command lines in SHELL",
                    .choices = shells},
};

static Err run(const Args *args) {
  cleanup(text_free) Text t = {0};
  const CommandRow *row = NULL;
  if (args->operands.n) TRY(command_find(args->operands.at[0], &row));
  if (args_has(args, COMPLETION))
    completion_script(&t, args_choice(args, COMPLETION));
  else if (args_flag(args, MAN))
    row ? man_command(&t, row) : man_overview(&t);
  else if (args->operands.n > 1)
    TRY(help_topic(&t, row, args->operands.at[1]));
  else
    row ? help_command(&t, row, args_flag(args, ALL)) : help_overview(&t);
  fputs(text_c(&t), stdout);
  return OK;
}

const Command cmd_help = {
    .operands = "[COMMAND [TOPIC]]",
    .max_operands = 2,
    .about =
        "Explains a command: what it does, what it takes, and what its options mean; of one with\n"
        "many options those that most people need, unless --all is given.\n"
        "Without a command, lists all commands.  A TOPIC of 'worst' is a strategy: its settings.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
