/* commands.h — the commands of commands.def as a table. */
#pragma once

#include "cli/args.h"

#define COMMAND(name, line) extern const Command cmd_##name;
#include "cli/commands.def"
#undef COMMAND

/* For Args.exit_code. */
enum {
#define EXIT(id, code, meaning) EXIT_##id = code,
#include "cli/exits.def"
#undef EXIT
};

typedef struct CommandRow {
  const char *name;
  const Command *command; /* borrowed */
  const char *line;
} CommandRow;

extern const CommandRow command_rows[];
extern const u32 n_command_rows;

/* Fails with a suggestion when there is no such command. */
must_use Err command_find(const char *name, const CommandRow **ret_row);
const char *command_word(const Command *c);
