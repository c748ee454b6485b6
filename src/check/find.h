/* find.h — where contracts are: in comments of C files, and in files called nadir.check.
 *
 *     // nadir: uniq(int a[N], N) <= n^2           a comment that begins with the word nadir:
 *     // nadir: parse(char s[N] string) <= n,      which goes on behind a comma, and in an open parenthesis
 *     //        no errors
 *
 *     # nadir.check: for code that must not be touched; files are relative to its folder
 *     src/uniq.c: uniq(int a[N], N) <= n^2
 */
#pragma once

#include "base/option.h"
#include "check/contract.h"

extern const char contracts_file[]; /* nadir.check */

typedef struct FoundContracts {
  ContractVec contracts; /* owned; by file in the order of names, then by line */
  Names faults;          /* owned; what could not be understood, FILE:LINE:COLUMN: … */
  Names files;           /* owned; those that were looked at */
} FoundContracts;

/* Looks through files and, with all that is below them, folders; what begins with a dot and folders of results are left
 * out.  ERR_FILE: one of those that are named is not there. */
must_use Err contracts_find(const WordList *paths, FoundContracts *ret);
void found_done(FoundContracts *f); /* also for cleanup() */
