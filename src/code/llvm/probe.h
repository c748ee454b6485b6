/* probe.h — counts what a program does: calls of nadir_probe and its like, put into the LLVM code
 * of the user's own functions.
 *
 *     program_read(…)                 the user's files
 *     program_probe(p, &probe)        any number of probes, one after the other
 *     program_write(p, "probed.bc")   for a builtin build, which then counts at the same places
 *     program_read_library(…)         the runtime is not probed
 *
 * A *statement* is an arrival at a line with code.  It is counted
 *   - when control comes to a line from another line of the same activation, or into the function;
 *   - each time round a loop that lies in one line alone.
 * A run of instructions without a jump counts each of its lines once, so that an expression over
 * several lines does not count one of them again when it is finished.  Closing braces are no code,
 * though clang gives them instructions: the source says where they are.  A label whose address is
 * taken is always arrived at.
 *
 * So over n iterations the head of a loop counts n + 1 and each line of its body n:
 *
 *     for (i = 0; i < n; i++)         n + 1
 *       s += a[i];                    n
 *     while (i < n) i++;              n + 1, in one line
 *     if (c) x = 1; else x = 2;       1
 */
#pragma once

#include "code/program.h"

typedef enum ProbeKind {
  PROBE_NONE,
  PROBE_STATEMENTS, /* nadir_probe(n): statements */
  PROBE_BLOCK,      /* the same at one line */
  PROBE_CALLS,      /* nadir_probe(1): calls of one function */
  PROBE_TRACE,   /* nadir_trace(site, side): every branch, switch and select, but those of va_arg */
  PROBE_LINES,   /* nadir_line(): at each statement, which is its position */
  PROBE_ENTRIES, /* nadir_block(): at the beginning of each block of code that a way leads to; before
                     * PROBE_LINES, which makes blocks of its own */
} ProbeKind;

/* All texts are borrowed. */
typedef struct Probe {
  ProbeKind kind;
  const char *file; /* BLOCK: its path, or the end of it after a slash */
  u32 line;         /* BLOCK */
  const char *fn;   /* CALLS: entered, or called from the user's code if it has no body there */
  /* All but TRACE: functions that are not the user's; NULL: none. */
  bool (*is_skipped)(const char *function);
} Probe;

/* An error if there is nothing that such a probe could ever count: it names what there is. */
must_use Err program_probe(Program *p, const Probe *probe);

/* Does what has been read so far use a function that it does not have? */
bool program_uses(const Program *p, const char *fn);

/* Appends all such functions, intrinsics and what harnesses call excepted, each ended by a zero. */
void program_list_used(const Program *p, Text *ret);

/* Is the function there, and does it take decisions, or one that it calls? */
bool program_decides(const Program *p, const char *fn);

/* What has been read so far, as bitcode. */
must_use Err program_write(Program *p, const char *path);
