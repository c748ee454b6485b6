/* recorder.h — what happens while a program is analysed, as events, and their subscribers.
 *
 * Lower layers call an Observer, a SearchObserver and VmConfig.warn.  The recorder turns these
 * calls into events, numbers the tests, and distinguishes errors.  Code that writes a file, shows a
 * line or keeps a curve subscribes; subscribers know nothing of each other.
 */
#pragma once

#include "build/target.h"
#include "record/end_facts.h"
#include "report/outdir.h"
#include "report/run_report.h"
#include "search/search.h"

typedef enum RunEventKind {
  RUN_SIZE_BEGAN,
  RUN_SIZE_ENDED, /* stats; NULL: there were several explorations, the size search has their sums */
  RUN_PHASE_BEGAN, /* origin: which search runs at this size from now on */
  RUN_PHASE_ENDED, /* origin */
  RUN_PATH_ENDED,  /* path */
  RUN_PLAIN_END, /* plain; a path of another process ended, and only the ledger says anything of it */
  RUN_SIDES,     /* sides; which sides such paths took, before they end */
  RUN_ERROR_FOUND,  /* path; the first that shows this error; its end is the next event */
  RUN_WARNED,       /* warning; no path ended */
  RUN_TEST_PENDING, /* pending; a path is put aside that covered what no test may show */
  RUN_MISSED,       /* name: the program asked for something that is not there, the first time */
  RUN_COVERED,      /* n_covered */
  RUN_BETTER,       /* the size search has a new best, or knows more of it */
  RUN_TICKED,       /* stats; every now and then */
  RUN_SAMPLED,      /* sample: what a strategy shows of its work */
  RUN_REPEATS,      /* repeats: the program runs again what it did before, or no longer */
} RunEventKind;

typedef struct PathEvent {
  const PathEnd *end; /* without a state: the path was parked, or another process ended it */
  const EndFacts *facts;
  u64 test;                 /* the number of the test that it leaves, from 1; 0: none */
  const ReportError *error; /* what it shows; NULL: no error, or one that no input is known for */
} PathEvent;

typedef struct PlainEnd {
  Stop stop;
  u64 n_instructions;
  u32 n_decisions;
  const char *place, *text; /* as in EndFacts */
} PlainEnd;

typedef struct SidesEvent {
  const u64 *at; /* hashes (SideSet) */
  u32 n;
} SidesEvent;

typedef struct WarningEvent {
  const Path *path; /* of the state that is warned of */
  const TestCase *input;
  u64 test;
  const ReportError *warning;
} WarningEvent;

typedef struct PendingTestEvent {
  u64 n_instructions; /* of the path so far */
  const TestCase *input;
  u64 test;
} PendingTestEvent;

typedef struct SampleEvent {
  SampleKind kind;
  u64 cost;
} SampleEvent;

/* Everything is borrowed until all subscribers have handled the event. */
typedef struct RunEvent {
  RunEventKind kind;
  u64 ns; /* since the recorder was opened */
  u64 size;
  const SizeSearch *size_search; /* NULL: an exploration, not a search for worst cases */
  union {
    PathEvent path;
    PlainEnd plain;
    SidesEvent sides;
    WarningEvent warning;
    PendingTestEvent pending;
    const char *name;
    Origin origin;
    u64 n_covered; /* sides that some path took where a symbol decides, so far */
    const ExploreStats *stats;
    SampleEvent sample;
    bool repeats;
  };
} RunEvent;

typedef struct Subscriber {
  void *user;
  void (*on_event)(void *user, const RunEvent *e);
} Subscriber;

typedef struct RecorderConfig {
  const OutDir *out; /* borrowed; where tests go; NULL: paths leave none */
  bool only_errors;  /* other paths leave no test */
  bool only_new;     /* other paths leave one only if they covered what no test may show */
  bool once;         /* nor do those that show an error which is known already */
  u64 size;          /* of an exploration */
  const Environment *environment; /* borrowed; what the program finds around it; NULL: unknown */
  const Target *target;           /* borrowed; its CALL gives the types of inputs; NULL: unknown */
} RecorderConfig;

typedef struct Recorder {
  RecorderConfig config;
  u64 begin_ns;
  VEC(Subscriber) subscribers;
  VEC(RunEvent) waiting; /* the event being delivered, and those after it */
  u64 n_tests;
  ReportErrorVec errors;   /* owned; each once, in the order in which they were found */
  ReportErrorVec warnings; /* owned */
  const Vm *vm;            /* borrowed; of an exploration; see recorder_explores */
} Recorder;

Recorder recorder_new(const RecorderConfig *config);
void recorder_done(Recorder *r); /* also for cleanup() */

/* Subscribers get events in the order in which they subscribed. */
void recorder_subscribe(Recorder *r, void *user, void (*on_event)(void *user, const RunEvent *e));

/* A subscriber may post, too; its event is delivered after the current one, so it must not borrow
 * from that.  The recorder fills in time and size. */
void recorder_post(Recorder *r, RunEvent e);

/* What the parts below are given.  The recorder stays where it is until they are done. */
Observer recorder_explores(Recorder *r, const Vm *vm);
SearchObserver recorder_searches(Recorder *r);
/* A path of an exploration that ended in another process; it takes what is found of it. */
void recorder_add_end(Recorder *r, const PathEnd *end, EndFacts *facts);
void recorder_add_pending_test(Recorder *r, u64 n_instructions, const TestCase *test);
void recorder_add_plain_end(Recorder *r, const PlainEnd *end);
void recorder_add_sides(Recorder *r, const u64 *hashes, u32 n);

/* Something depends on what nobody set; everything is borrowed. */
typedef struct UninitWarning {
  UninitUse use;
  bool is_certain;
  const Finding *finding;
  const Path *path;
  const TestCase *input;
} UninitWarning;

/* Unless the same was said of the same place. */
void recorder_add_warning(Recorder *r, const UninitWarning *w);
Finding recorder_warning_of(const Vm *vm, const State *s);

/* VmConfig.warn; the user is the recorder. */
bool recorder_warned(void *user, Vm *vm, State *s, UninitUse use, bool is_certain);
void recorder_missing(void *user, const char *name); /* VmConfig.missing; likewise */

/* "test000001.SUFFIX" */
enum { TEST_NAME_BYTES = 64 };
void test_name(char *to, u64 number, const char *suffix);
