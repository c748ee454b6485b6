/* shell.h — a native run of a test as commands of a shell. */
#pragma once

#include "native/native_world.h"

/* Appends lines that make the files, and run the program with the arguments, variables and standard input of
 * the world.  What is too long to print is taken from the test by 'nadir show --raw'. */
void shell_print(const Recipe *r, const char *test, const Ktest *k, const NativeWorld *w, Text *to);
