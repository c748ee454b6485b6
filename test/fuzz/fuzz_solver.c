/* fuzz_solver.c — the fuzzer of the solver.
 *
 *     fuzz_solver quick SESSIONS SEED          a test: TAP, ends at the first failure
 *     fuzz_solver run SECONDS SEED FOLDER      prints progress; saves what fails, made small
 *     fuzz_solver replay FILE|FOLDER...        a test: TAP, one case per saved session
 *
 * Sessions run in a child, so that a crash, a failed CHECK or a report of a
 * sanitizer is one failure more and not the end.
 */
#include "base/clock.h"
#include "base/os.h"
#include "fuzz/run.h"
#include "fuzz/shrink.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BATCH = SIZED(40, 10), MAX_SECONDS = 120 /* of one session */ };

typedef struct Fuzz {
  RunStats *stats; /* shared with the children */
  const char *log; /* where they write their standard error */
} Fuzz;

static RunStats *stats_new(void) {
  RunStats *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(s != MAP_FAILED, "no shared memory");
  return s;
}

/* ---- children ------------------------------------------------------------------- */

typedef void Work(Fuzz *f, void *user);

/* What a child writes down when validation disagrees (solver/validate.c): the session that is saved
 * says more, and making it small would leave hundreds of these. */
static void drop_question(pid_t child) {
  char path[64];
  snprintf(path, sizeof path, "nadir-bug-%d.smt2", child);
  unlink(path);
}

/* Runs work in a child; false when it came to a bad end.  A Z3 that hangs while
 * it serves as reference is no fault of ours. */
static bool in_child(Fuzz *f, Work *work, void *user) {
  f->stats->failure[0] = 0;
  fflush(NULL);
  pid_t pid = fork();
  CHECK(pid >= 0, "no child process");
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* whoever stops us stops it */
    int fd = open(f->log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0) dup2(fd, STDERR_FILENO);
    expr_open();
    work(f, user);
    expr_close();
    exit(0);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) continue;
  drop_question(pid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  if (is_late && f->stats->in_reference) return true;
  if (!f->stats->failure[0])
    snprintf(f->stats->failure, sizeof f->stats->failure,
             is_late ? "no answer in %d s" : "ended with wait status %#x",
             is_late ? MAX_SECONDS : status);
  return false;
}

typedef struct Seeds {
  u64 first, n;
} Seeds;

static void run_seeds(Fuzz *f, void *user) {
  const Seeds *seeds = user;
  for (u64 i = 0; i < seeds->n; i++) {
    alarm(MAX_SECONDS);
    Session s;
    f->stats->seed = seeds->first + i;
    session_generate(&s, seeds->first + i);
    session_run(&s, f->stats);
    session_done(&s);
  }
}

static void run_session(Fuzz *f, void *user) {
  alarm(MAX_SECONDS);
  session_run(user, f->stats);
  session_done(user);
}

/* ---- after a failure --------------------------------------------------------------- */

/* What a failure is about, apart from the numbers in it. */
static void without_digits(const char *failure, char *ret) {
  const char *colon = strchr(failure, ':');
  for (const char *at = colon ? colon : failure; *at; at++)
    if (*at < '0' || *at > '9') *ret++ = *at;
  *ret = 0;
}

typedef struct Wanted {
  Fuzz *f;
  char failure[sizeof(((RunStats *)0)->failure)];
} Wanted;

static bool still_fails(void *user, Session *s) {
  Wanted *w = user;
  char now[sizeof w->failure];
  RunStats before = *w->f->stats;
  bool ok = in_child(w->f, run_session, s);
  without_digits(w->f->stats->failure, now);
  *w->f->stats = before;
  return !ok && !strcmp(now, w->failure);
}

static void save(Fuzz *f, const char *folder, Session *s, const char *failure) {
  Text path = {0}, text = {0};
  text_addf(&path, "%s/%" PRIu64 ".session", folder, s->seed);
  text_addf(&text, "# %s\n", failure);
  session_print(s, &text);
  Err err = file_write(text_c(&path), text.at, text.n);
  printf("%s %s; standard error of the child in %s\n", err == OK ? "saved" : "cannot write",
         text_c(&path), f->log);
  text_free(&path);
  text_free(&text);
}

/* Saves the session of this seed before and after it was made small. */
static void keep_failure(Fuzz *f, const char *folder, u64 seed) {
  Session s;
  Wanted w = {.f = f};
  char failure[sizeof w.failure];
  snprintf(failure, sizeof failure, "%s", f->stats->failure);
  printf("FAILED: seed %" PRIu64 ": %s\n", seed, failure);
  expr_open();
  session_generate(&s, seed);
  expr_close();
  save(f, folder, &s, failure);
  without_digits(failure, w.failure);
  session_shrink(&s, still_fails, &w);
  if (still_fails(&w, &s))
    save(f, folder, &s, failure);
  else
    printf("it does not fail again when run by itself\n");
  session_done(&s);
}

/* ---- figures ------------------------------------------------------------------------ */

/* `mark` begins every line: a comment of TAP, or nothing. */
static void print_stats(const RunStats *s, u64 n_failed, double seconds, const char *mark) {
  u64 n = 0;
  for (u32 i = ACTION_TAKE; i <= ACTION_LEAST; i++) n += s->n_questions[i];
  printf("%s%.0f s: %" PRIu64 " sessions, %" PRIu64 " questions, %" PRIu64 " failed\n%s ", mark,
         seconds, s->n_sessions, n, n_failed, mark);
  for (u32 i = 0; i < ACTION_COUNT; i++)
    printf(" %s %" PRIu64, action_name((ActionKind)i), s->n_questions[i]);
  printf("\n%s  yes %" PRIu64 ", no %" PRIu64 ", unknown %" PRIu64, mark, s->n_yes, s->n_no,
         s->n_unknown);
  for (u32 i = 1; i < REASON_COUNT; i++)
    if (s->n_reasons[i]) printf(" (%" PRIu64 " %s)", s->n_reasons[i], reason_text((Reason)i));
  printf("\n%s  yes/no by stage:", mark);
  for (u32 i = 0; i < STAGE_COUNT; i++)
    printf(" %s %" PRIu64 "/%" PRIu64, stage_name((Stage)i), s->n_stage_yes[i], s->n_stage_no[i]);
  printf("\n%s  Z3 confirmed %" PRIu64 ", did not know %" PRIu64
         ", took %.0f s; slowest action %.0f ms\n",
         mark, s->n_confirmed, s->n_unconfirmed, (double)s->n_reference_ns / 1e9,
         (double)s->n_slow_ns / 1e6);
  fflush(stdout);
}

/* ---- the three ways ------------------------------------------------------------------ */

/* The seed of a batch that failed: the one at hand, or for a leak whichever
 * fails alone. */
static u64 guilty_seed(Fuzz *f, Seeds seeds) {
  u64 last = f->stats->seed;
  RunStats before = *f->stats;
  for (u64 i = 0; i < seeds.n; i++) {
    u64 seed = i ? seeds.first + i - 1 : last;
    bool ok = in_child(f, run_seeds, &(Seeds){seed, 1});
    if (!ok) return seed;
    *f->stats = before;
  }
  return last;
}

static int run(Fuzz *f, u64 n_seconds, u64 seed, const char *folder) {
  u64 start = clock_ns(), end = clock_after(n_seconds * NS_PER_S), n_failed = 0, shown = 0;
  while (clock_left(end)) {
    Seeds seeds = {seed, BATCH};
    seed += BATCH;
    if (!in_child(f, run_seeds, &seeds)) {
      u64 guilty = guilty_seed(f, seeds);
      n_failed++;
      keep_failure(f, folder, guilty);
      seed = guilty + 1;
    }
    u64 seconds = (clock_ns() - start) / NS_PER_S;
    if (seconds / 10 == shown) continue;
    shown = seconds / 10;
    print_stats(f->stats, n_failed, (double)seconds, "");
  }
  printf("next seed %" PRIu64 "\n", seed);
  print_stats(f->stats, n_failed, (double)(clock_ns() - start) / 1e9, "");
  return n_failed ? 1 : 0;
}

static int quick(Fuzz *f, u64 n_sessions, u64 seed) {
  bool ok = true;
  u64 start = clock_ns();
  for (u64 done = 0; done < n_sessions && ok; done += BATCH)
    ok = in_child(f, run_seeds, &(Seeds){seed + done, MIN(BATCH, n_sessions - done)});
  printf("1..1\n");
  if (ok)
    printf("ok 1 - no wrong answer\n");
  else
    printf("not ok 1 - seed %" PRIu64 ": %s\n# see %s\n", f->stats->seed, f->stats->failure,
           f->log);
  fflush(stdout);
  print_stats(f->stats, !ok, (double)(clock_ns() - start) / 1e9, "# ");
  return !ok;
}

typedef VEC(char *) Paths;

/* A file, or all sessions in a folder, by name. */
static void add_paths(Paths *all, const char *path) {
  struct dirent **entries;
  int n = scandir(path, &entries, NULL, alphasort);
  if (n < 0) vec_push(all, text_dup(path));
  for (int i = 0; i < n; i++) {
    Text file = {0};
    text_addf(&file, "%s/%s", path, entries[i]->d_name);
    const char *suffix = strrchr(entries[i]->d_name, '.');
    if (suffix && !strcmp(suffix, ".session")) vec_push(all, text_dup(text_c(&file)));
    text_free(&file);
    free(entries[i]);
  }
  if (n >= 0) free(entries);
}

static bool replay_file(Fuzz *f, const char *path) {
  cleanup(text_free) Text text = {0};
  Session s;
  Err err = file_read(path, &text);
  if (err == OK) err = session_parse(path, text_c(&text), &s);
  bool ok = err == OK && in_child(f, run_session, &s);
  if (err == OK) session_done(&s);
  if (!ok) printf("# %s\n", err == OK ? f->stats->failure : err_text());
  return ok;
}

static int replay(Fuzz *f, char **paths, int n_paths) {
  Paths all = {0};
  for (int i = 0; i < n_paths; i++) add_paths(&all, paths[i]);
  u32 n_failed = 0;
  printf("1..%u\n", all.n);
  for (u32 i = 0; i < all.n; i++) {
    bool ok = replay_file(f, all.at[i]);
    printf("%s %u - %s\n", ok ? "ok" : "not ok", i + 1, all.at[i]);
    n_failed += !ok;
    mem_free(all.at[i]);
  }
  vec_free(&all);
  return n_failed ? 1 : 0;
}

int main(int argc, char **argv) {
  char log[64];
  snprintf(log, sizeof log, "/tmp/fuzz-solver-%d.log", getpid());
  Fuzz f = {.stats = stats_new(), .log = log};
  int result = 2;
  if (argc == 4 && !strcmp(argv[1], "quick"))
    result = quick(&f, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
  else if (argc == 5 && !strcmp(argv[1], "run"))
    result = run(&f, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argv[4]);
  else if (argc > 1 && !strcmp(argv[1], "replay"))
    result = replay(&f, argv + 2, argc - 2);
  else
    fprintf(stderr, "usage: fuzz_solver quick SESSIONS SEED | run SECONDS SEED FOLDER | "
                    "replay FILE|FOLDER...\n");
  if (!result) unlink(log);
  return result;
}
