/* recorder.c — turns the reports of lower layers into events, and reports each error only once. */
#include "record/recorder.h"

#include "native/native_world.h"
#include "record/input_shape.h"
#include "record/places.h"
#include "record/stops.h"
#include "report/input_text.h"

#include <stdio.h>
#include <string.h>

void test_name(char *to, u64 number, const char *suffix) {
  snprintf(to, TEST_NAME_BYTES, "test%06ju.%s", (uintmax_t)number, suffix);
}

static void emit(Recorder *r, const RunEvent *e) {
  for (u32 i = 0; i < r->subscribers.n; i++)
    r->subscribers.at[i].on_event(r->subscribers.at[i].user, e);
}

/* All subscribers get events in the same order: an event posted during delivery waits for its turn. */
void recorder_post(Recorder *r, RunEvent e) {
  e.ns = clock_ns() - r->begin_ns;
  e.size = e.size_search ? e.size_search->size : r->config.size;
  bool is_first = !r->waiting.n;
  vec_push(&r->waiting, e);
  for (u32 i = 0; is_first && i < r->waiting.n; i++) {
    e = r->waiting.at[i]; /* the list may move */
    emit(r, &e);
  }
  if (is_first) vec_clear(&r->waiting);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static bool is_same_place(const ReportPlace *a, const ReportPlace *b) {
  return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file) &&
         !strcmp(a->fn, b->fn);
}

static ReportError *find_error(ReportErrorVec *errors, const char *kind, const ReportPlace *place) {
  for (u32 i = 0; i < errors->n; i++) {
    ReportError *e = &errors->at[i];
    if (!strcmp(e->kind, kind) && is_same_place(&e->place, place)) return e;
  }
  return NULL;
}

static void add_inputs(const Recorder *r, ReportError *e, const NamedBytesVec *inputs) {
  const Environment *environment = r->config.environment;
  bool has_outside = environment && environment_is_given(environment);
  cleanup(input_shapes_done) InputShapes shapes = input_shapes_of(r->config.target, e->size);
  for (u32 i = 0; i < inputs->n; i++) {
    const NamedBytes *in = &inputs->at[i];
    cleanup(names_free) Names kept = {0};
    cleanup(text_free) Text shown = {0};
    WorstInput w = {.name = in->name, .bytes = mem_dup(in->bytes, MAX(in->n_bytes, 1u))};
    input_shape_set(&shapes, i, in->n_bytes, &kept, &w);
    input_text(&w, &shown);
    worst_input_done(&w);
    bool is_chosen = !has_outside || !native_world_is_metadata(environment, in->name);
    vec_push(&e->inputs, ((ReportInput){.name = text_dup(in->name),
                                        .bytes = mem_dup(in->bytes, in->n_bytes),
                                        .n_bytes = in->n_bytes,
                                        .shown = text_dup(is_chosen ? text_c(&shown) : "")}));
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

/* Of a path that shows something, the first at its place; takes the finding. */
static ReportError error_of(const Recorder *r, const SizeSearch *t, const PathEvent *p,
                            Finding *finding) {
  ReportError e = {.place = finding->place,
                   .text = TAKE(finding->about),
                   .test = test_file(r, p->test),
                   .n_paths = 1,
                   .size = t ? t->size : r->config.size,
                   .depends_on_uninit = p->facts->depends_on_uninit};
  vec_append(&e.stack, finding->stack.at, finding->stack.n);
  add_inputs(r, &e, &p->end->test->inputs);
  if (e.depends_on_uninit) add_inputs(r, &e, &p->end->test->uninit);
  return e;
}

static void add_error(Recorder *r, const SizeSearch *t, const PathEvent *p, Stop stop,
                      Finding *finding) {
  ReportError e = error_of(r, t, p, finding);
  e.kind = stop_label(stop);
  e.meaning = stop_infos[stop].meaning;
  e.cwe = stop_infos[stop].cwe;
  vec_push(&r->errors, e);
}

static const char long_kind[] = "long";

/* A search for worst cases leaves no tests of paths, but shows what may have no end. */
static bool is_unwanted(const Recorder *r) { return r->config.only_errors && !r->config.once; }

/* The search gave up the path, so we do not know whether it ever ends. */
static void add_long(Recorder *r, const SizeSearch *t, const PathEvent *p, Finding *finding) {
  ReportError e = error_of(r, t, p, finding);
  e.kind = long_kind;
  e.has_no_test = is_unwanted(r);
  e.meaning = "given up; it may run much longer";
  vec_push(&r->warnings, e);
}

static bool leaves_test(const Recorder *r, const PathEvent *p, bool shows, bool is_known) {
  bool is_new = p->facts->is_new;
  if (!r->config.out || !p->end->test) return false;
  if (shows) return !is_known || !r->config.once || is_new;
  return !r->config.only_errors && (!r->config.only_new || is_new);
}

static bool leaves_long_test(const Recorder *r, const PathEnd *end, bool is_known) {
  return r->config.out && end->test && !is_known && !is_unwanted(r);
}

/* An error or a long path, known or new. */
static void look_at(Recorder *r, const SizeSearch *t, PathEvent *io, bool is_error,
                    Finding *finding) {
  const PathEnd *end = io->end;
  ReportErrorVec *all = is_error ? &r->errors : &r->warnings;
  ReportError *known =
      find_error(all, is_error ? stop_label(end->stop) : long_kind, &finding->place);
  if (is_error ? leaves_test(r, io, true, known) : leaves_long_test(r, end, known))
    io->test = ++r->n_tests;
  if (known)
    known->n_paths++;
  else if (is_error)
    add_error(r, t, io, end->stop, finding);
  else
    add_long(r, t, io, finding);
  io->error = is_error ? (known ? known : &vec_last(all)) : NULL;
  if (!known && is_error)
    recorder_post(r, (RunEvent){.kind = RUN_ERROR_FOUND, .size_search = t, .path = *io});
}

/* One at each place is enough: after a run there may be many thousands. */
static bool wants_long(void *user, const Vm *vm, const State *s) {
  Recorder *r = user;
  ReportPlaceVec stack = {0};
  places_of(vm, s, &stack);
  ReportPlace place = place_of_end(vm, s->ending, &stack);
  bool is_known = find_error(&r->warnings, long_kind, &place);
  vec_free(&stack);
  return !is_known;
}

/* What it had lost before is an error of its own, which the same test shows. */
static void look_at_lost(Recorder *r, const SizeSearch *t, PathEvent *io, Finding *lost) {
  ReportError *known = find_error(&r->errors, stop_label(STOP_LEAK), &lost->place);
  if (known) {
    known->n_paths++;
    return;
  }
  if (!io->test && r->config.out) io->test = ++r->n_tests;
  ptrdiff_t before = io->error - r->errors.at; /* which moves */
  add_error(r, t, io, STOP_LEAK, lost);
  io->error = &r->errors.at[before];
  PathEnd as_leak = *io->end;
  as_leak.stop = STOP_LEAK;
  PathEvent p = *io;
  p.end = &as_leak;
  p.error = &vec_last(&r->errors);
  recorder_post(r, (RunEvent){.kind = RUN_ERROR_FOUND, .size_search = t, .path = p});
}

static void take_end(Recorder *r, const SizeSearch *t, const PathEnd *end, EndFacts *facts) {
  PathEvent p = {.end = end, .facts = facts};
  bool is_error = end->test && stop_infos[end->stop].class == STOP_BUG;
  bool is_known_long =
      !is_error && facts->has_finding && find_error(&r->warnings, long_kind, &facts->finding.place);
  if (is_error || (facts->has_finding && (end->test || is_known_long)))
    look_at(r, t, &p, is_error, &facts->finding);
  else if (leaves_test(r, &p, false, false))
    p.test = ++r->n_tests;
  if (facts->has_lost) look_at_lost(r, t, &p, &facts->lost);
  recorder_post(r, (RunEvent){.kind = RUN_PATH_ENDED, .size_search = t, .path = p});
}

/* Searches for worst cases end paths by the million and keep no ledger. */
static void emit_path(Recorder *r, const SizeSearch *t, const PathEnd *end) {
  cleanup(end_facts_done) EndFacts facts = end_facts_of(end->vm ? end->vm : r->vm, end, !t);
  take_end(r, t, end, &facts);
}

void recorder_add_end(Recorder *r, const PathEnd *end, EndFacts *facts) {
  take_end(r, NULL, end, facts);
}

void recorder_add_plain_end(Recorder *r, const PlainEnd *end) {
  recorder_post(r, (RunEvent){.kind = RUN_PLAIN_END, .plain = *end});
}

void recorder_add_pending_test(Recorder *r, u64 n_instructions, const TestCase *test) {
  PendingTestEvent pending = {n_instructions, test, r->config.out ? ++r->n_tests : 0};
  recorder_post(r, (RunEvent){.kind = RUN_TEST_PENDING, .pending = pending});
}

void recorder_add_sides(Recorder *r, const u64 *hashes, u32 n) {
  recorder_post(r, (RunEvent){.kind = RUN_SIDES, .sides = {hashes, n}});
}

/* ---- calls of the lower layers ------------------------------------------------------------------- */

static void on_path(void *user, const PathEnd *end) { emit_path(user, NULL, end); }

static void on_tick(void *user, const ExploreStats *stats) {
  recorder_post(user, (RunEvent){.kind = RUN_TICKED, .stats = stats});
}

static void on_repeats(void *user, bool on) {
  recorder_post(user, (RunEvent){.kind = RUN_REPEATS, .repeats = on});
}

static void on_pending(void *user, const State *s, const TestCase *test) {
  recorder_add_pending_test(user, s->cost.n[COST_INSTRUCTIONS], test);
}

Observer recorder_explores(Recorder *r, const Vm *vm) {
  r->vm = vm;
  return (Observer){
      r, on_path, on_tick, on_repeats, .pending_test = on_pending, .wants_long = wants_long};
}

static void on_size_path(void *user, const SizeSearch *t, const PathEnd *end) {
  emit_path(user, t, end);
}

static void on_improved(void *user, const SizeSearch *t) {
  recorder_post(user, (RunEvent){.kind = RUN_BETTER, .size_search = t});
}

static void on_size_tick(void *user, const SizeSearch *t, const ExploreStats *stats) {
  recorder_post(user, (RunEvent){.kind = RUN_TICKED, .size_search = t, .stats = stats});
}

static void on_size(void *user, const SizeSearch *t, bool begins) {
  recorder_post(user,
                (RunEvent){.kind = begins ? RUN_SIZE_BEGAN : RUN_SIZE_ENDED, .size_search = t});
}

static void on_phase(void *user, const SizeSearch *t, bool begins) {
  recorder_post(user, (RunEvent){.kind = begins ? RUN_PHASE_BEGAN : RUN_PHASE_ENDED,
                                 .size_search = t,
                                 .origin = t->how});
}

static void on_sampled(void *user, const SizeSearch *t, SampleKind kind, u64 cost) {
  recorder_post(user, (RunEvent){.kind = RUN_SAMPLED, .size_search = t, .sample = {kind, cost}});
}

SearchObserver recorder_searches(Recorder *r) {
  return (SearchObserver){r,       on_size_path, on_improved, on_size_tick,
                          on_size, on_phase,     on_sampled,  wants_long};
}

static const char unset_kind[] = "unset";

static const char *const uninit_uses[][2] = {
#define USE(id, certain, uncertain) [UNINIT_USE_##id] = {uncertain, certain},
#include "vm/memory/uninit_uses.def"
#undef USE
};

Finding recorder_warning_of(const Vm *vm, const State *s) {
  Finding f = {.about = text_dup("")};
  places_of(vm, s, &f.stack);
  f.place = place_of_stack(&f.stack);
  return f;
}

static bool is_warned(const Recorder *r, const char *meaning, const ReportPlace *place) {
  for (u32 i = 0; i < r->warnings.n; i++)
    if (r->warnings.at[i].meaning == meaning && is_same_place(&r->warnings.at[i].place, place))
      return true;
  return false;
}

void recorder_add_warning(Recorder *r, const UninitWarning *w) {
  const char *meaning = uninit_uses[w->use][w->is_certain];
  if (is_warned(r, meaning, &w->finding->place)) return;
  WarningEvent event = {
      .path = w->path, .input = w->input, .test = r->config.out ? ++r->n_tests : 0};
  ReportError e = {.kind = unset_kind,
                   .meaning = meaning,
                   .text = text_dup(""),
                   .place = w->finding->place,
                   .test = test_file(r, event.test),
                   .n_paths = 1,
                   .size = r->config.size,
                   .depends_on_uninit = true};
  vec_append(&e.stack, w->finding->stack.at, w->finding->stack.n);
  add_inputs(r, &e, &w->input->inputs);
  add_inputs(r, &e, &w->input->uninit);
  vec_push(&r->warnings, e);
  event.warning = &vec_last(&r->warnings);
  recorder_post(r, (RunEvent){.kind = RUN_WARNED, .warning = event});
}

bool recorder_warned(void *user, Vm *vm, State *s, UninitUse use, bool is_certain) {
  TestCase input = {0};
  if (testcase_make(vm, s, &input) != ANSWER_YES) return false;
  cleanup(finding_done) Finding finding = recorder_warning_of(vm, s);
  recorder_add_warning(user, &(UninitWarning){use, is_certain, &finding, s->path, &input});
  testcase_done(&input);
  return true;
}

void recorder_missing(void *user, const char *name) {
  recorder_post(user, (RunEvent){.kind = RUN_MISSED, .name = name});
}

/* ---- life ---------------------------------------------------------------------------------------- */

Recorder recorder_new(const RecorderConfig *config) {
  return (Recorder){.config = *config, .begin_ns = clock_ns()};
}

void recorder_subscribe(Recorder *r, void *user, void (*on_event)(void *user, const RunEvent *e)) {
  vec_push(&r->subscribers, ((Subscriber){user, on_event}));
}

void recorder_done(Recorder *r) {
  report_errors_done(&r->errors);
  report_errors_done(&r->warnings);
  vec_free(&r->subscribers);
  vec_free(&r->waiting);
}
