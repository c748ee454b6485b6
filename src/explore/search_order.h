/* search_order.h — an order to search in, as one types it.
 *
 *     mixed                                        a row of searchers.def
 *     interleave(random-path, covnew)              in turn
 *     batch(random-path, 10000, 5s)                stays for 10000 instructions or 5 seconds
 *     batch(interleave(random-path, dfs), 500)     and so on
 */
#pragma once

#include "base/option.h"
#include "explore/searcher.h"

extern const OptionChoice search_order_choices[]; /* for help; ended by one without a name */

/* An error names --search, the place in the text and what could stand there. */
must_use Err search_order_parse(const char *text, SearchOrder *ret_search);
void search_order_done(SearchOrder *s); /* also for cleanup() */

/* Makes it the only part of a combinator. */
void search_order_wrap(SearchOrder *io, const SearcherOps *ops);

/* Is the machine to note what is covered?  Without it all leaves look equally far from what is new. */
bool search_order_wants_cover(const SearchOrder *s);
