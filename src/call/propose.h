/* propose.h — a CALL for a function whose signature is all that is known of it.
 *
 *     void sort(int *a, size_t n)                               sort(int a[N], N)
 *     int find(const char *text, const char *word)              find(char text[N] string, char word[N] string)
 *     void quick(int *a, int low, int high)                     quick(int a[N], 0, N-1)
 *     void any(void *base, size_t n, size_t size, Compare c)    any(int base[N], N, sizeof(int), compare)
 *     int gcd(int a, int b)                                     gcd(int a in 0..N, int b in 0..N)
 */
#pragma once

#include "base/text.h"
#include "call/call.h"
#include "code/llvm/types.h"

/* What is proposed for a function. */
typedef struct CallProposal {
  Text call;      /* empty: none is possible */
  Text why_not;   /* then: what no call can give the function */
  u32 n_left_out; /* pointers that are NULL in it */
} CallProposal;

void call_proposal_done(CallProposal *p);

/* Numbers of a function that has no other data are bounded by N if `is_bounded`: that is what a worst
 * case grows with; errors may be anywhere.  A matrix that was typed for a plain pointer is proposed as
 * an array of as many elements; typed may be NULL. */
CallProposal call_propose(const CFunction *f, const CTypes *types, const UserCall *typed,
                          bool is_bounded);
