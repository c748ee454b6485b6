/* each_size.h — run and cover at several sizes: --size 1:20. */
#pragma once

#include "cli/args.h"

/* Runs the command at each size of --size in turn, in the folder DIR/size-N, with an equal part of the time that is
 * left.  With one size it is just run. */
must_use Err each_size(const Args *args, Err (*one)(const Args *args));
