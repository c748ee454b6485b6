/* confirm.c — replays the test of each error of a run.
 *
 * The same kind of failure confirms an error, in a plain build or in one with sanitizers: most
 * memory errors do nothing visible without them.  The second build is made only if the first does
 * not settle it.
 */
#define _GNU_SOURCE /* sigabbrev_np */
#include "engine/confirm.h"

#include "base/clock.h"
#include "native/sanitizer.h"
#include "record/stops.h"

#include <nadir/replay.h>
#include <string.h>
#include <sys/wait.h>

/* A path that nadir explored takes a native program no time: this only bounds what does not end.  One
 * that is said not to end is not given longer than it takes to see that. */
#define TEST_NS (5 * NS_PER_S)
#define ENDLESS_NS (2 * NS_PER_S)

typedef enum Sign {
  ASSERT = 1 << 0,
  ABORT = 1 << 1,
  HEAP = 1 << 2,
  ACCESS = 1 << 3,
  OUTSIDE = 1 << 4,
  FREED = 1 << 5,
  RETURNED = 1 << 6,
  DOUBLE_FREE = 1 << 7,
  BAD_FREE = 1 << 8,
  LEAK = 1 << 9,
  DIVISION = 1 << 10,
  TRAP = 1 << 11,
  STACK = 1 << 12,
  SHIFT = 1 << 13,
  UNREACHABLE = 1 << 14,
  REPORTED = 1 << 15, /* by the exit code of the replay library */
  OVERFLOW = 1 << 16, /* of signed numbers */
  MISALIGNED = 1 << 17,
  CHECKED = 1 << 18, /* likewise, of a check in the bitcode */
  LATE = 1 << 19,    /* it ran until it was stopped */
  OVERLAP = 1 << 20, /* of the arguments of memcpy */
} Sign;

typedef enum Shows { HEADLINE, LINE } Shows;

typedef struct Clue {
  Sign sign;
  int signal;
  const char *text;
  Shows shows;
} Clue;

static const Clue clues[] = {
#define CLUE(sign, signal, text, shows) {sign, signal, text, shows},
#include "native/clues.def"
#undef CLUE
};

/* How a kind of error is confirmed. */
typedef struct Kind {
  ReplayBuild first;
  u32 signs;
} Kind;

static const Kind kinds[STOP_COUNT] = {
#define CONFIRM(stop, first, signs) [STOP_##stop] = {REPLAY_##first, signs},
#include "engine/confirm.def"
#undef CONFIRM
};

/* One of the two builds. */
typedef struct NativeBuild {
  bool is_tried, is_built;
  Text why;      /* it is not built */
  Replay replay; /* owned */
} NativeBuild;

typedef struct Confirm {
  Recipe *recipe; /* borrowed */
  u64 deadline_ns;
  NativeBuild builds[REPLAY_COUNT];
} Confirm;

/* ---- what a run shows ------------------------------------------------------------------------ */

static int signal_of(const ReplayEnd *end) {
  return !end->child.is_late && WIFSIGNALED(end->child.status) ? WTERMSIG(end->child.status) : 0;
}

static void add_headline(Text *t, const ReplayEnd *end, u64 limit_ns, const char *folder) {
  int length;
  if (end->child.is_late)
    text_addf(t, "did not end within %.0f s", (double)limit_ns / NS_PER_S);
  else if (signal_of(end))
    text_addf(t, "SIG%s%s", sigabbrev_np(signal_of(end)),
              replay_line(end, "Assertion `", &length) ||
                      replay_line(end, "Assertion failed: ", &length)
                  ? ", assertion"
                  : "");
  else if (!sanitizer_said(end, folder, t) && !replay_library_said(end, t))
    text_addf(t, "exit %d%s", WEXITSTATUS(end->child.status),
              end->reads_behind ? ", but behind the end of an argument are other bytes" : "");
}

/* Only the sanitizers speak without a signal; in a plain build such words are the program's own. */
static bool holds(const Clue *c, const ReplayEnd *end, ReplayBuild how) {
  if (c->signal ? c->signal != signal_of(end) : how != REPLAY_SANITIZED) return false;
  return strstr(text_c(&end->child.errors), c->text) != NULL;
}

/* What the replay library says by its exit code: the program itself, or a check in its bitcode, has
 * found an error. */
static u32 library_sign(const ReplayEnd *end) {
  bool says = !end->child.is_late && WIFEXITED(end->child.status) &&
              WEXITSTATUS(end->child.status) == NADIR_REPLAY_ERROR;
  if (!says) return 0;
  return strstr(text_c(&end->child.errors), "nadir replay: a check failed: ") ? CHECKED : REPORTED;
}

/* Appends what is seen; whether it is one of the signs. */
static bool look(const ReplayEnd *end, ReplayBuild how, u32 signs, u64 limit_ns, const char *folder,
                 Text *t) {
  for (u32 i = 0; i < ARRAY_LEN(clues); i++) {
    if (!(clues[i].sign & signs) || !holds(&clues[i], end, how)) continue;
    int length = 0;
    const char *line = replay_line(end, clues[i].text, &length);
    if (clues[i].shows == LINE)
      sanitizer_line(line, length, folder, t);
    else
      add_headline(t, end, limit_ns, folder);
    return true;
  }
  add_headline(t, end, limit_ns, folder);
  return (signs & (library_sign(end) | (end->child.is_late ? LATE : 0))) != 0;
}

/* ---- builds and runs ------------------------------------------------------------------------- */

static NativeBuild *open_build(Confirm *c, ReplayBuild how) {
  NativeBuild *b = &c->builds[how];
  if (!b->is_tried) {
    b->is_tried = true;
    b->is_built = replay_build(c->recipe, how, c->recipe->files.at[0], clock_left(c->deadline_ns),
                               false, &b->replay) == OK;
    if (!b->is_built) text_add(&b->why, err_text());
  }
  return b;
}

/* Appends what came of the test in this build, or why there is nothing. */
static RunVerdict try_build(Confirm *c, ReplayBuild how, const char *test, u32 signs, Text *t) {
  const NativeBuild *b = clock_left(c->deadline_ns) ? open_build(c, how) : NULL;
  u64 left = clock_left(c->deadline_ns), limit_ns = signs & LATE ? ENDLESS_NS : TEST_NS;
  cleanup(replay_end_done) ReplayEnd end = {0};
  if (!left)
    text_add(t, "no time left");
  else if (!b->is_built)
    text_addf(t, "not built: %s", text_c(&b->why));
  else if (replay_run(&b->replay, test, MIN(left, limit_ns), false, &end) != OK)
    text_add(t, err_text());
  else if (end.child.is_late && left < limit_ns)
    text_add(t, "no time left");
  else
    return look(&end, how, signs, limit_ns, c->recipe->folder, t) ? VERDICT_CONFIRMED
                                                                  : VERDICT_NOT_SEEN;
  return VERDICT_UNKNOWN;
}

static void set_verdict(ReportError *e, RunVerdict verdict, const char *how) {
  e->native.verdict = verdict;
  e->native.how = text_dup(how);
}

/* An error counts as not seen only where both builds ran: what was not built or not run shows nothing. */
static void confirm(Confirm *c, ReportError *e) {
  u32 stop = 0;
  while (stop + 1 < STOP_COUNT && strcmp(stop_label((Stop)stop), e->kind) != 0) stop++;
  const Kind *kind = &kinds[stop];
  /* A reach_error of the program's own may say nothing; SV-COMP's programs then call abort. */
  bool is_own = kind == &kinds[STOP_REPORTED] && !strcmp(e->text, "reach_error");
  u32 signs = is_own ? kind->signs | ABORT : kind->signs;
  if (!signs) return set_verdict(e, VERDICT_UNKNOWN, "no native build shows this kind");
  cleanup(text_free) Text how = {0}, how_else = {0};
  ReplayBuild other = kind->first == REPLAY_PLAIN ? REPLAY_SANITIZED : REPLAY_PLAIN;
  RunVerdict first = try_build(c, kind->first, e->test, signs, &how);
  e->native.is_sanitized = kind->first == REPLAY_SANITIZED;
  if (first == VERDICT_CONFIRMED) return set_verdict(e, first, text_c(&how));
  RunVerdict second = try_build(c, other, e->test, signs, &how_else);
  e->native.is_sanitized = second == VERDICT_CONFIRMED && other == REPLAY_SANITIZED;
  if (second == VERDICT_CONFIRMED) return set_verdict(e, second, text_c(&how_else));
  text_addf(&how, "; %s sanitizers: %s", other == REPLAY_PLAIN ? "without" : "with",
            text_c(&how_else));
  if (e->depends_on_uninit) text_add(&how, "; it depends on memory that nobody wrote");
  set_verdict(e, first == second ? first : VERDICT_UNKNOWN, text_c(&how));
}

void confirm_errors(ReportErrorVec *errors, Recipe *recipe, u64 limit_ns,
                    const volatile sig_atomic_t *interrupted) {
  Confirm c = {.recipe = recipe, .deadline_ns = clock_after(limit_ns)};
  Recipe before = *recipe;
  for (u32 i = 0; i < errors->n; i++) {
    ReportError *e = &errors->at[i];
    recipe->has_size = true;
    recipe->size = e->size;
    if (*interrupted)
      set_verdict(e, VERDICT_UNKNOWN, "interrupted");
    else
      confirm(&c, e);
  }
  recipe->has_size = before.has_size;
  recipe->size = before.size;
  for (u32 i = 0; i < ARRAY_LEN(c.builds); i++) {
    text_free(&c.builds[i].why);
    replay_done(&c.builds[i].replay);
  }
}
