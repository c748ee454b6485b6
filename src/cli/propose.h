/* propose.h — the lines to type if a program does not say by itself what its inputs are, or if a
 * CALL does not fit it. */
#pragma once

#include "call/call.h"
#include "cli/args.h"

/* The program was run without a CALL, and nothing in it is an input.  If it has just one function to
 * call, says so and gives the call, which the caller owns.  Otherwise prints a line for each function,
 * and fails.  `command` is the word behind "nadir". */
must_use Err propose_call(const Args *args, const char *command, bool has_main, UserCall *ret_call);

/* What was typed behind --call: a whole call, or the name of a function, whose call we make and say. */
must_use Err propose_named(const Args *args, const char *command, const char *text,
                           UserCall *ret_call);

/* The main of this call did not compile: prints lines that would, if there are any, and returns the
 * error that it was. */
must_use Err propose_instead(const Args *args, const char *command, const UserCall *call, Err err);

/* The call has no N, and several sizes were asked for: says so, with a line that has it. */
void propose_size(const Args *args, const char *command, const UserCall *call);
