/* man.h — the manual pages. */
#pragma once

#include "base/text.h"
#include "cli/commands.h"

void man_overview(Text *t);                       /* nadir help --man: nadir.1 */
void man_command(Text *t, const CommandRow *row); /* nadir help --man COMMAND: nadir-COMMAND.1 */
