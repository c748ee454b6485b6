/* recorder.c — makes events of what is told from below, and tells the same error once. */
#include "engine/recorder.h"

#include "engine/explain.h"
#include "engine/places.h"
#include "engine/stops.h"

#include <stdio.h>
#include <string.h>

void test_name(char *to, u64 number, const char *suffix) {
  snprintf(to, TEST_NAME_BYTES, "test%06ju.%s", (uintmax_t)number, suffix);
}

static void tell(Recorder *r, const RunEvent *e) {
  for (u32 i = 0; i < r->subscribers.n; i++)
    r->subscribers.at[i].hear(r->subscribers.at[i].user, e);
}

/* Everybody hears the same order: what is posted while something is told waits for its turn. */
void recorder_post(Recorder *r, RunEvent e) {
  e.ns = clock_ns() - r->begin_ns;
  e.size = e.trial ? e.trial->size : r->config.size;
  bool is_first = !r->waiting.n;
  vec_push(&r->waiting, e);
  for (u32 i = 0; is_first && i < r->waiting.n; i++) {
    e = r->waiting.at[i]; /* the list may move */
    tell(r, &e);
  }
  if (is_first) vec_clear(&r->waiting);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static bool is_same_place(const ReportPlace *a, const ReportPlace *b) {
  return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file) &&
         !strcmp(a->fn, b->fn);
}

static ReportError *find_error(Recorder *r, Stop stop, const ReportPlace *place) {
  const char *kind = stop_label(stop);
  for (u32 i = 0; i < r->errors.n; i++) {
    ReportError *e = &r->errors.at[i];
    if (e->kind == kind && is_same_place(&e->place, place)) return e;
  }
  return NULL;
}

static void add_inputs(ReportError *e, const TestInputVec *inputs) {
  for (u32 i = 0; i < inputs->n; i++) {
    const TestInput *in = &inputs->at[i];
    vec_push(&e->inputs, ((ReportInput){.name = text_dup(in->name),
                                        .bytes = mem_dup(in->bytes, in->n_bytes),
                                        .n_bytes = in->n_bytes}));
  }
}

/* The file of a test, as a user finds it; "" if there is none. */
static char *test_file(const Recorder *r, u64 number) {
  Text path = {0};
  char name[TEST_NAME_BYTES];
  test_name(name, number, "ktest");
  if (number) text_addf(&path, "%s/%s", text_c(&r->config.out->path), name);
  char *copy = text_dup(text_c(&path));
  text_free(&path);
  return copy;
}

static void add_error(Recorder *r, const PathEvent *p, ReportPlace place, const PlaceVec *stack) {
  const State *s = p->end->state;
  cleanup(text_free) Text about = {0};
  ending_explain(&about, p->vm, s->ending);
  ReportError e = {.kind = stop_label(p->end->stop),
                   .meaning = stop_infos[p->end->stop].meaning,
                   .text = text_dup(text_c(&about)),
                   .place = place,
                   .test = test_file(r, p->test),
                   .depends_on_unset = s->depends_on_unset};
  vec_append(&e.stack, stack->at, stack->n);
  add_inputs(&e, &p->end->test->inputs);
  if (e.depends_on_unset) add_inputs(&e, &p->end->test->unset);
  vec_push(&r->errors, e);
}

/* The error that the path shows, known or new. */
static void look_for_error(Recorder *r, const Trial *t, PathEvent *io) {
  PlaceVec stack = {0};
  places_of(io->vm, io->end->state, &stack);
  ReportPlace place = place_of_end(io->vm, io->end->state->ending, &stack);
  ReportError *known = find_error(r, io->end->stop, &place);
  if (!known) add_error(r, io, place, &stack);
  ReportError *e = known ? known : &vec_last(&r->errors);
  e->n_paths++;
  io->error = e;
  if (!known) recorder_post(r, (RunEvent){.kind = RUN_ERROR_FOUND, .trial = t, .path = *io});
  vec_free(&stack);
}

static void tell_path(Recorder *r, const Trial *t, const Vm *vm, const PathEnd *end) {
  PathEvent p = {.vm = vm, .end = end};
  bool is_error = end->test && stop_infos[end->stop].class == STOP_BUG;
  bool leaves_test = r->config.out && end->test && (is_error || !r->config.only_errors);
  if (leaves_test) p.test = ++r->n_tests;
  if (is_error) look_for_error(r, t, &p);
  recorder_post(r, (RunEvent){.kind = RUN_PATH_ENDED, .trial = t, .path = p});
}

/* ---- what is told from below --------------------------------------------------------------------- */

static void on_path(void *user, const PathEnd *end) {
  Recorder *r = user;
  tell_path(r, NULL, r->vm, end);
}

static void on_tick(void *user, const ExploreStats *stats) {
  recorder_post(user, (RunEvent){.kind = RUN_TICKED, .stats = stats});
}

static void on_repeats(void *user, bool on) {
  recorder_post(user, (RunEvent){.kind = RUN_REPEATS, .repeats = on});
}

Observer recorder_explores(Recorder *r, const Vm *vm) {
  r->vm = vm;
  return (Observer){r, on_path, on_tick, on_repeats};
}

static void on_trial_path(void *user, const Trial *t, const PathEnd *end) {
  tell_path(user, t, t->vm, end);
}

static void on_improved(void *user, const Trial *t) {
  recorder_post(user, (RunEvent){.kind = RUN_BETTER, .trial = t});
}

static void on_trial_tick(void *user, const Trial *t, const ExploreStats *stats) {
  recorder_post(user, (RunEvent){.kind = RUN_TICKED, .trial = t, .stats = stats});
}

static void on_size(void *user, const Trial *t, bool begins) {
  recorder_post(user, (RunEvent){.kind = begins ? RUN_SIZE_BEGAN : RUN_SIZE_ENDED, .trial = t});
}

static void on_phase(void *user, const Trial *t, bool begins) {
  recorder_post(
      user,
      (RunEvent){.kind = begins ? RUN_PHASE_BEGAN : RUN_PHASE_ENDED, .trial = t, .finder = t->how});
}

HuntObserver recorder_hunts(Recorder *r) {
  return (HuntObserver){r, on_trial_path, on_improved, on_trial_tick, on_size, on_phase};
}

bool recorder_told(void *user, Vm *vm, State *s) {
  Recorder *r = user;
  TestCase input = {0};
  if (testcase_make(vm, s, &input) != ANSWER_YES) return false;
  PlaceVec stack = {0};
  places_of(vm, s, &stack);
  WarningEvent w = {.path = s->path, .input = &input, .test = r->config.out ? ++r->n_tests : 0};
  ReportError e = {.kind = "unset",
                   .meaning = "decides by memory that was never written",
                   .text = text_dup(""),
                   .place = place_of_stack(&stack),
                   .test = test_file(r, w.test),
                   .n_paths = 1,
                   .depends_on_unset = true};
  vec_append(&e.stack, stack.at, stack.n);
  add_inputs(&e, &input.inputs);
  add_inputs(&e, &input.unset);
  vec_push(&r->warnings, e);
  w.warning = &vec_last(&r->warnings);
  recorder_post(r, (RunEvent){.kind = RUN_WARNED, .warning = w});
  vec_free(&stack);
  testcase_done(&input);
  return true;
}

/* ---- life ---------------------------------------------------------------------------------------- */

Recorder recorder_new(const RecorderConfig *config) {
  return (Recorder){.config = *config, .begin_ns = clock_ns()};
}

void recorder_subscribe(Recorder *r, void *user, void (*hear)(void *user, const RunEvent *e)) {
  vec_push(&r->subscribers, ((Subscriber){user, hear}));
}

void recorder_done(Recorder *r) {
  report_errors_done(&r->errors);
  report_errors_done(&r->warnings);
  vec_free(&r->subscribers);
  vec_free(&r->waiting);
}
