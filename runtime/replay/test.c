/* test.c — the test of a replay: read once, handed out in order.
 *
 * The format is that of src/report/ktest.h.  Exit codes and environment: include/nadir/replay.h.
 */
#include "replay.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Span {
  const unsigned char *at;
  size_t n;
} Span;

static struct Test {
  const char *path; /* NULL: not read yet */
  Span rest;        /* objects that are not handed out yet */
  uint32_t n_objects, n_used;
  size_t size; /* of --size; 0: none */
} test;

static unsigned long cost, target, n_probes;

/* Of the processor, so that other processes do not count; without what starting the program takes, and
 * without handing out the test. */
static uint64_t begin_ns, own_ns;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static struct Trace {
  uint64_t n, hash;
} trace;

/* Hashes that are not written yet. */
static struct Hashes {
  long to; /* where in the report; 0: nobody wants them */
  unsigned n;
  uint64_t at[4096];
} hashes;

/* ---- the end --------------------------------------------------------------------------------- */

static void write_hashes(void) {
  const char *fd = getenv("NADIR_REPLAY_REPORT");
  ssize_t n = fd ? pwrite(atoi(fd), hashes.at, 8 * hashes.n, hashes.to) : 0;
  hashes.to = n < 0 || trace.n >= NADIR_REPLAY_MAX_TRACE ? 0 : hashes.to + n;
  hashes.n = 0;
}

static void report(void) {
  if (hashes.to && hashes.n) write_hashes();
  const char *fd = getenv("NADIR_REPLAY_REPORT");
  if (fd)
    dprintf(atoi(fd), "cost %lu target %lu objects %u %u probes %lu trace %ju %jx ns %ju\n", cost,
            target, test.n_used, test.n_objects, n_probes, (uintmax_t)trace.n,
            (uintmax_t)trace.hash, (uintmax_t)(now_ns() - begin_ns - own_ns));
}

void nadir_replay_end(NadirReplayExit code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fflush(stdout);
  fputs("nadir replay: ", stderr);
  vfprintf(stderr, format, args);
  fputs("\n", stderr);
  va_end(args);
  report();
  _exit(code);
}

/* ---- reading --------------------------------------------------------------------------------- */

static __attribute__((noreturn)) void cut_off(void) {
  nadir_replay_end(NADIR_REPLAY_NO_TEST, "'%s' is cut off", test.path);
}

static Span take(Span *from, size_t n) {
  if (n > from->n) cut_off();
  Span taken = {from->at, n};
  from->at += n;
  from->n -= n;
  return taken;
}

static uint32_t take_u32(Span *from) {
  const unsigned char *b = take(from, 4).at;
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static Span take_text(Span *from) { return take(from, take_u32(from)); }

/* The whole file; it lives as long as the program. */
static Span file_read(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) nadir_replay_end(NADIR_REPLAY_NO_TEST, "cannot read '%s'", path);
  size_t n = 0, room = 4096;
  unsigned char *at = malloc(room);
  while (at) {
    n += fread(at + n, 1, room - n, f);
    if (n < room) break;
    at = realloc(at, room *= 2);
  }
  if (!at || ferror(f)) nadir_replay_end(NADIR_REPLAY_NO_TEST, "cannot read '%s'", path);
  fclose(f);
  return (Span){at, n};
}

/* N of "--size=N" or of the argument after "--size". */
static size_t size_of_args(Span *from) {
  static const char option[] = "--size";
  size_t size = 0;
  _Bool is_next = 0;
  for (uint32_t n = take_u32(from); n; n--) {
    Span arg = take_text(from);
    char text[64] = "";
    memcpy(text, arg.at, arg.n < sizeof text ? arg.n : sizeof text - 1);
    if (is_next) size = strtoul(text, NULL, 10);
    is_next = !strcmp(text, option);
    if (!strncmp(text, "--size=", sizeof option)) size = strtoul(text + sizeof option, NULL, 10);
  }
  return size;
}

typedef struct Object {
  Span name, bytes;
} Object;

static Object take_object(Span *from) {
  Object o;
  o.name = take_text(from);
  o.bytes = take_text(from);
  return o;
}

/* Behind the inputs may stand what memory held in the machine that nobody wrote: here it holds what
 * it holds.  (The name is that of src/vm/memory/unset.h.) */
static uint32_t count_inputs(Span *from) {
  static const char unset[] = "unset@";
  uint32_t n = take_u32(from), n_inputs = 0;
  Span rest = *from;
  for (uint32_t i = 0; i < n; i++) {
    Span name = take_object(&rest).name;
    if (name.n < sizeof unset - 1 || memcmp(name.at, unset, sizeof unset - 1)) n_inputs = i + 1;
  }
  return n_inputs;
}

static void test_open(void) {
  if (test.path) return;
  test.path = getenv("NADIR_TEST");
  if (!test.path) test.path = getenv("KTEST_FILE");
  if (!test.path)
    nadir_replay_end(NADIR_REPLAY_NO_TEST, "set NADIR_TEST to the test that is to be replayed");
  test.rest = file_read(test.path);
  Span magic = take(&test.rest, 5);
  uint32_t version = take_u32(&test.rest);
  if (memcmp(magic.at, "KTEST", 5) || version < 1 || version > 3)
    nadir_replay_end(NADIR_REPLAY_NO_TEST, "'%s' is no test", test.path);
  test.size = size_of_args(&test.rest);
  if (version >= 2) take(&test.rest, 8); /* symbolic arguments */
  test.n_objects = count_inputs(&test.rest);
}

/* ---- handing out ----------------------------------------------------------------------------- */

/* Of several inputs of one name the later ones are called name_1, name_2, …; one without a name is
 * called "unnamed". */
static _Bool fits(Span name, const char *wanted) {
  if (!wanted) return 1;
  if (!*wanted) wanted = "unnamed";
  size_t n = strlen(wanted);
  if (name.n < n || memcmp(name.at, wanted, n) != 0) return 0;
  if (name.n == n) return 1;
  if (name.at[n] != '_' || name.n == n + 1) return 0;
  for (size_t i = n + 1; i < name.n; i++) {
    if (name.at[i] < '0' || name.at[i] > '9') return 0;
  }
  return 1;
}

_Bool nadir_replay_next_is(size_t n, const char *name) {
  test_open();
  if (test.n_used == test.n_objects) return 0;
  Span rest = test.rest;
  Object o = take_object(&rest);
  return o.bytes.n == n && fits(o.name, name);
}

size_t nadir_replay_next_size(void) {
  test_open();
  if (test.n_used == test.n_objects) return 0;
  Span rest = test.rest;
  return take_object(&rest).bytes.n;
}

void nadir_replay_input(void *to, size_t n, const char *name) {
  uint64_t from_ns = now_ns();
  test_open();
  if (test.n_used == test.n_objects)
    nadir_replay_end(NADIR_REPLAY_NO_MORE,
                     "the test has %u inputs, and the program wants one more: '%s'", test.n_objects,
                     name ? name : "");
  Object o = take_object(&test.rest);
  if (o.bytes.n != n || !fits(o.name, name))
    nadir_replay_end(NADIR_REPLAY_MISMATCH,
                     "the program wants %zu bytes '%s'; input %u of the test is %zu bytes '%.*s'",
                     n, name ? name : "", test.n_used + 1, o.bytes.n, (int)o.name.n,
                     (const char *)o.name.at);
  test.n_used++;
  memcpy(to, o.bytes.at, n);
  own_ns += now_ns() - from_ns;
}

size_t nadir_replay_size(void) {
  const char *given = getenv("NADIR_SIZE");
  if (given) return strtoul(given, NULL, 10);
  test_open();
  if (!test.size) nadir_replay_end(NADIR_REPLAY_NO_TEST, "set NADIR_SIZE to the size of the test");
  return test.size;
}

/* ---- counting -------------------------------------------------------------------------------- */

void nadir_replay_cost(unsigned long n) { cost += n; }

void nadir_replay_target(void) { target++; }

void nadir_replay_probe(unsigned long n) { n_probes += n; }

void nadir_replay_trace(unsigned site, unsigned long side) {
  uint64_t hash = (trace.hash ^ site) * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 32 ^ side) * 0xd6e8feb86659fd93;
  trace.hash = hash ^ hash >> 32;
  trace.n++;
  if (!hashes.to) return;
  hashes.at[hashes.n++] = trace.hash;
  if (hashes.n == sizeof hashes.at / sizeof *hashes.at) write_hashes();
}

static __attribute__((constructor)) void start(void) {
  const char *place = getenv("NADIR_REPLAY_TRACE");
  if (place) hashes.to = atol(place);
  atexit(report);
  begin_ns = now_ns();
}
