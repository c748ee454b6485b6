/* sanitizer.h — what a sanitizer says of a native run, in a line. */
#pragma once

#include "native/replay.h"

/* Appends "AddressSanitizer: heap-buffer-overflow at file.c:7", or a complaint of
 * UndefinedBehaviorSanitizer; names of files without the folder.  False: nothing was said. */
bool sanitizer_said(const ReplayEnd *end, const char *folder, Text *t);

/* Appends a line of the run's output without the folder that its names of files begin with. */
void sanitizer_line(const char *line, int length, const char *folder, Text *t);
