/* replay.h — how a program that is linked with the replay library ends, besides its own ways.
 *
 * NADIR_TEST (or KTEST_FILE)   the test: a file in KLEE's format
 * NADIR_SIZE                   what nadir_size() returns; else --size in the test's command line
 * NADIR_REPLAY_REPORT          number of an open file descriptor: at exit a line
 *                              "cost N target N objects USED TOTAL probes N trace N HASH ns N" is
 *                              written there: the last is the time of the processor that the program
 *                              took, without its start and without handing out the test
 * NADIR_REPLAY_TRACE           a place in that file: from there on stand the hashes of the trace after
 *                              each decision, at most this many of 8 bytes: NADIR_REPLAY_MAX_TRACE
 *
 * A program may have been given probes (src/code/llvm/probe.h).  Each decision that they tell changes the
 * hash of the trace, which begins with 0, in 64 bits:
 *
 *     hash = (hash ^ site) * 0x9e3779b97f4a7c15
 *     hash = (hash ^ hash >> 32 ^ side) * 0xd6e8feb86659fd93
 *     hash = hash ^ hash >> 32
 */
#ifndef NADIR_REPLAY_H
#define NADIR_REPLAY_H

#define NADIR_REPLAY_MAX_TRACE (1 << 22)

typedef enum NadirReplayExit {
  NADIR_REPLAY_NO_TEST = 94,    /* there is no test, or it cannot be read */
  NADIR_REPLAY_NO_MORE = 95,    /* the program wants more inputs than the test has */
  NADIR_REPLAY_MISMATCH = 96,   /* the program wants an input of another name or size */
  NADIR_REPLAY_ASSUMPTION = 97, /* an assumption does not hold */
  NADIR_REPLAY_ERROR = 98,      /* the program reported an error of its own */
} NadirReplayExit;

#endif
