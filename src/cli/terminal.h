/* terminal.h — what nadir prints on a terminal has no control characters that others chose. */
#pragma once

#include "base/text.h"

/* From now on, for everything that is printed to stdout and stderr.  What nadir itself wants a terminal to
 * obey goes through terminal_command. */
void terminal_guard(void);

/* Prints to stdout; on a terminal in the text's styles, unless NO_COLOR or TERM=dumb says that the user wants none. */
void terminal_print(const Text *t);

void terminal_command(const char *text);
