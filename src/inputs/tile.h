/* tile.h — a costly small input, repeated: behind a beginning, and with a separator.
 *
 * A parser spends most on one number, name or block of its grammar; the small sizes find it.  At a
 * large size the worst input is a list of as many of them as fit: "[9E498,9E498,…".  Neither changes of
 * single letters nor repetition alone get there, as the list needs its bracket and its commas.
 * A decoder of a stream of bits has pieces that end within a byte: an empty block of 10 bits.
 */
#pragma once

#include "inputs/input_search.h"

/* Takes the worst inputs of smaller sizes that cost most for their length as pieces, and tries each letter of
 * the program as a separator: without a beginning, with each letter as the beginning, and with each letter
 * before each piece.  The piece of the best list is made better letter by letter.  The first bits of the worst inputs are
 * repeated, too.  Only texts have letters. */
must_use Err tile_try(InputSearch *c, u64 deadline_ns);
