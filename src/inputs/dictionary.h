/* dictionary.h — words for changes of inputs, in the format of AFL and libFuzzer. */
#pragma once

#include "inputs/genome.h"

/* Lines are name="word", name@LEVEL="word" or "word"; in words stand \\, \" and \xAB.  A line that begins with
 * # is a comment.  An error names the line.  Words are added. */
must_use Err dictionary_read(const char *path, Vocabulary *io);
