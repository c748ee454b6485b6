/* man.h — the manual pages. */
#ifndef CLI_MAN_H
#define CLI_MAN_H

#include "base/text.h"
#include "cli/commands.h"

void man_overview(Text *t);                       /* nadir help --man: nadir.1 */
void man_command(Text *t, const CommandRow *row); /* nadir help --man COMMAND: nadir-COMMAND.1 */

#endif
