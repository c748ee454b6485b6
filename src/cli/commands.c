/* commands.c — finding a command by its name. */
#include "cli/commands.h"

#include "base/suggest.h"

#include <string.h>

const CommandRow command_rows[] = {
#define COMMAND(name, line) {#name, &cmd_##name, line},
#include "cli/commands.def"
#undef COMMAND
};
const u32 n_command_rows = ARRAY_LEN(command_rows);

const char *command_word(const Command *c) {
  u32 i = 0;
  while (command_rows[i].command != c) i++;
  return command_rows[i].name;
}

Err command_find(const char *name, const CommandRow **ret_row) {
  Suggestion s = suggestion_for(name);
  for (u32 i = 0; i < n_command_rows; i++) {
    if (!strcmp(name, command_rows[i].name)) {
      *ret_row = &command_rows[i];
      return OK;
    }
    suggestion_offer(&s, command_rows[i].name);
  }
  if (!s.best) return err_set(ERR_USAGE, "unknown command '%s'", name);
  return err_set(ERR_USAGE, "unknown command '%s'; did you mean '%s'?", name, s.best);
}
