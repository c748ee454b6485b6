/* counts.h — comes first in what is compiled natively to count what it executes (--coverage).
 *
 * Where a source calls fork or exec, clang 19 writes counts down at the call and begins anew behind it.  For
 * that it counts on every edge of the control flow, and of those that it has to split gcov's notes have only
 * half, in all functions of the source: most branches are missing.  By other names (runtime/replay/exec.c)
 * it does not know them.  Then both processes of a fork write down what ran before it, and one that becomes
 * another program writes down nothing: no side is counted that was not taken.
 */
#ifndef NADIR_COUNTS_H
#define NADIR_COUNTS_H

#pragma redefine_extname fork nadir_counted_fork
#pragma redefine_extname execl nadir_counted_execl
#pragma redefine_extname execle nadir_counted_execle
#pragma redefine_extname execlp nadir_counted_execlp
#pragma redefine_extname execv nadir_counted_execv
#pragma redefine_extname execve nadir_counted_execve
#pragma redefine_extname execvp nadir_counted_execvp
#pragma redefine_extname execvpe nadir_counted_execvpe

#endif
