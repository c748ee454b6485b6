/* leaf_set.h — leaves as bytes: what another process, or this one another day, needs to go on with them.
 *
 * A leaf is its decisions, what it guessed on the way, and an input that comes there (park.h).  The decisions of all
 * leaves are one tree in which each stands once, and of an input there is only what differs from the one before.
 *
 * Numbers of functions and instructions are those of the module: only a process with the same one can read them.
 */
#pragma once

#include "base/text.h"
#include "explore/leaf.h"

void leaf_set_write(const LeafVec *leaves, Text *to); /* appended; they stay as they are */

/* How many there are, of the first bytes. */
u64 leaf_set_count(const void *bytes, size_t n);

/* Adds the leaves to the frontier, parked, and appends them in the same order.  Bytes that are damaged are an error, and
 * nothing is added. */
must_use Err leaf_set_read(const void *bytes, size_t n, const Module *m, Frontier *f, LeafVec *ret);
