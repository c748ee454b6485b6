/* end_facts.c — makes, writes and reads what is known of an end. */
#include "record/end_facts.h"

#include "base/hash.h"
#include "record/explain.h"
#include "record/places.h"

#include <string.h>

void finding_done(Finding *f) {
  vec_free(&f->stack);
  mem_free(f->about);
  *f = (Finding){0};
}

void end_facts_done(EndFacts *f) {
  finding_done(&f->finding);
  finding_done(&f->lost);
  mem_free(f->place);
  mem_free(f->text);
}

/* ---- of a state -------------------------------------------------------------------------------- */

static Finding finding_of(const Vm *vm, const State *s, const Ending *ending) {
  Finding f = {0};
  cleanup(text_free) Text about = {0};
  places_of(vm, s, &f.stack);
  f.place = place_of_end(vm, ending, &f.stack);
  ending_explain(&about, vm, ending);
  f.about = text_dup(text_c(&about));
  return f;
}

/* The search gave up the path, so we do not know whether it ever ends. */
static Finding long_of(const Vm *vm, const PathEnd *end) {
  Finding f = {0};
  cleanup(text_free) Text about = {0};
  places_of(vm, end->state, &f.stack);
  f.place = place_of_end(vm, end->state->ending, &f.stack);
  text_add_count(&about, end->n_instructions);
  text_add(&about, " instructions");
  f.about = text_dup(text_c(&about));
  return f;
}

/* If the program exited, only an exit code other than 0 matters. */
static char *text_of(const PathEnd *end) {
  cleanup(text_free) Text t = {0};
  if (end->stop == STOP_EXIT && end->state && end->state->ending->code)
    text_addf(&t, "exit code %d", end->state->ending->code & 255);
  else
    text_add(&t, end->text);
  return text_dup(text_c(&t));
}

static char *place_of(const Vm *vm, const State *s) {
  cleanup(text_free) Text t = {0};
  if (s) place_print_end(&t, vm, s);
  return text_dup(text_c(&t));
}

static void find(EndFacts *f, const Vm *vm, const PathEnd *end) {
  const Ending *ending = end->state->ending;
  bool is_error = end->test && stop_infos[end->stop].class == STOP_BUG;
  bool is_long = path_is_long(end->stop, end->n_instructions);
  f->has_finding = is_error || is_long;
  f->depends_on_uninit = end->state->depends_on_uninit;
  if (is_error) f->finding = finding_of(vm, end->state, ending);
  if (is_long) f->finding = long_of(vm, end);
  f->has_lost = is_error && ending->lost.has_object;
  if (!f->has_lost) return;
  const Ending leak = {.stop = STOP_LEAK, .text = "", .explanation = ending->lost};
  f->lost = finding_of(vm, end->state, &leak);
}

EndFacts end_facts_of(const Vm *vm, const PathEnd *end, bool wants_all) {
  EndFacts f = {0};
  if (end->state) f.is_new = end->state->has_pending_test;
  if (end->state) find(&f, vm, end);
  if (wants_all) f.place = place_of(vm, end->state);
  if (wants_all) f.text = text_of(end);
  return f;
}

/* ---- as bytes ---------------------------------------------------------------------------------- */

void lexicon_done(Lexicon *l) {
  names_free(&l->texts);
  map_done(&l->at);
}

const char *lexicon_read(Wire *from, Lexicon *kept) {
  cleanup(freep) char *text = wire_next_text(from);
  bool is_new;
  u64 *at = map_at(&kept->at, hash_bytes(text, strlen(text)), &is_new);
  if (is_new) {
    *at = kept->texts.n;
    vec_push(&kept->texts, TAKE(text));
  }
  return kept->texts.at[*at];
}

static void write_place(const ReportPlace *p, Text *to) {
  wire_add_text(to, p->fn);
  wire_add_text(to, p->file);
  wire_add(to, p->line);
  wire_add(to, p->column);
}

static ReportPlace read_place(Wire *from, Lexicon *kept) {
  ReportPlace p = {.fn = lexicon_read(from, kept), .file = lexicon_read(from, kept)};
  p.line = (u32)wire_next_below(from, UINT32_MAX);
  p.column = (u32)wire_next_below(from, UINT32_MAX);
  return p;
}

void finding_write(const Finding *f, Text *to) {
  write_place(&f->place, to);
  wire_add(to, f->stack.n);
  for (u32 i = 0; i < f->stack.n; i++) write_place(&f->stack.at[i], to);
  wire_add_text(to, f->about);
}

void finding_read(Wire *from, Lexicon *kept, Finding *ret) {
  ret->place = read_place(from, kept);
  for (u32 n = wire_next_count(from); n > 0; n--) vec_push(&ret->stack, read_place(from, kept));
  ret->about = wire_next_text(from);
}

static void write_inputs(const NamedBytesVec *all, Text *to) {
  wire_add(to, all->n);
  for (u32 i = 0; i < all->n; i++) {
    wire_add_text(to, all->at[i].name);
    wire_add_bytes(to, all->at[i].bytes, all->at[i].n_bytes);
  }
}

static void read_inputs(Wire *from, NamedBytesVec *ret) {
  for (u32 n = wire_next_count(from); n > 0; n--) {
    cleanup(freep) char *name = wire_next_text(from);
    u32 n_bytes;
    const u8 *bytes = wire_next_bytes(from, &n_bytes);
    named_bytes_add(ret, name, bytes, n_bytes);
  }
}

void test_case_write(const TestCase *t, Text *to) {
  write_inputs(&t->inputs, to);
  write_inputs(&t->uninit, to);
}

void test_case_read(Wire *from, TestCase *ret) {
  read_inputs(from, &ret->inputs);
  read_inputs(from, &ret->uninit);
}

void test_case_free(TestCase *t) {
  named_bytes_free(&t->inputs);
  named_bytes_free(&t->uninit);
}

enum { IS_NEW = 1, DEPENDS = 2, HAS_FINDING = 4, HAS_LOST = 8, N_FLAGS = 16 };

void end_facts_write(const EndFacts *f, Text *to) {
  wire_add(to, (f->is_new ? IS_NEW : 0) | (f->depends_on_uninit ? DEPENDS : 0) |
                   (f->has_finding ? HAS_FINDING : 0) | (f->has_lost ? HAS_LOST : 0));
  wire_add_text(to, f->place);
  wire_add_text(to, f->text);
  if (f->has_finding) finding_write(&f->finding, to);
  if (f->has_lost) finding_write(&f->lost, to);
}

void end_facts_read(Wire *from, Lexicon *kept, EndFacts *ret) {
  u64 flags = wire_next_below(from, N_FLAGS);
  ret->is_new = flags & IS_NEW;
  ret->depends_on_uninit = flags & DEPENDS;
  ret->has_finding = flags & HAS_FINDING;
  ret->has_lost = flags & HAS_LOST;
  ret->place = wire_next_text(from);
  ret->text = wire_next_text(from);
  if (ret->has_finding) finding_read(from, kept, &ret->finding);
  if (ret->has_lost) finding_read(from, kept, &ret->lost);
}
