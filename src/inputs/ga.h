/* ga.h — what others take of the genetic search over concrete inputs. */
#pragma once

#include "inputs/input_search.h"

/* Breeds inputs of N/4 and N/2, with a part of the time and of the inputs that there are for N; n_busy as in InputSearch.
 * What was worst there is then extended by input_search_extend. */
must_use Err ga_smaller_sizes(SizeSearch *t, const Vocabulary *v, u64 n_inputs, u32 n_busy);
