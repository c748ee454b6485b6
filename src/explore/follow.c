/* follow.c — decisions as text, a guide that takes them, and states that are made again from them.
 *
 * The guide takes each side without asking the solver.  It gives up where a choice is of another
 * kind than the next decision, as then the program is another one.  A state that was put aside is
 * made again without a guide: the machine runs along the decisions, then to the same number of
 * instructions.
 */
#include "explore/follow.h"

#include "vm/choice/guesses.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static ChoiceKind kind_of_letter(char letter) {
  for (u32 k = 0; k < CHOICE_COUNT; k++)
    if (letter && choice_infos[k].letter == letter) return (ChoiceKind)k;
  return CHOICE_NONE;
}

/* What is not skipped; NULL at the end. */
static const char *skip(const char *at, u32 *io_line) {
  for (;; at++) {
    if (*at == '#') at += strcspn(at, "\n");
    if (!*at) return NULL;
    if (*at == '\n') ++*io_line;
    if (!isspace((unsigned char)*at)) return at;
  }
}

static Advice follow_advise(Guide *g, const Situation *at, void *memory) {
  Follow *f = (Follow *)g;
  (void)memory;
  if (at->choice->kind == CHOICE_ASSUME) return (Advice){.kind = ADVICE_TAKE, .side = 1};
  if (at->n_decisions >= f->n)
    return (Advice){.kind = ADVICE_STOP, .text = "the decisions end here"};
  const Decision *d = &f->decisions[at->n_decisions];
  if (d->kind != at->choice->kind)
    return (Advice){.kind = ADVICE_STOP, .text = "the decisions are those of another program"};
  return (Advice){.kind = ADVICE_TAKE, .side = d->side};
}

/* Runs to the next decision; false when the path ends before. */
static bool run_to_decision(Vm *vm, State *s) {
  for (;;) {
    switch (vm_run(vm, s, UINT32_MAX)) {
    case EVENT_STOP:
      return false;
    case EVENT_FUEL:
      break;
    case EVENT_CHOICE:
      if (s->choice.kind != CHOICE_ASSUME) return true;
      if (!choice_take(vm, s, 1)) return false;
      break;
    }
  }
}

/* How many decisions lead up to the last one that the machine did not take itself. */
static u32 n_to_take(const DecisionVec *all) {
  u32 n = all->n;
  while (n && all->at[n - 1].is_known) n--;
  return n;
}

static bool run_along(Vm *vm, State *s, const DecisionVec *all, u64 n_instructions) {
  for (u32 n = n_to_take(all); path_length(s->path) < n;) {
    if (!run_to_decision(vm, s)) return false;
    u32 i = path_length(s->path);
    if (i >= n || s->choice.kind != all->at[i].kind) return false;
    if (!choice_take(vm, s, all->at[i].side)) return false;
  }
  while (state_is_live(s) && s->cost.n[COST_INSTRUCTIONS] < n_instructions) {
    Event event = vm_run(vm, s, n_instructions - s->cost.n[COST_INSTRUCTIONS]);
    if (event == EVENT_CHOICE && !(s->choice.kind == CHOICE_ASSUME && choice_take(vm, s, 1)))
      return false;
  }
  return state_is_live(s) && s->cost.n[COST_INSTRUCTIONS] == n_instructions;
}

/* ---- public ------------------------------------------------------------------------------------ */

void decision_print(Text *t, const Decision *d) {
  if (d->kind == CHOICE_BRANCH)
    text_add_char(t, d->side ? '1' : '0');
  else
    text_addf(t, "%c%llx.", choice_infos[d->kind].letter, (unsigned long long)d->side);
}

Err decision_parse(const char *name, u32 line, const char **io_at, Decision *ret) {
  const char *at = *io_at;
  if (*at == '0' || *at == '1') {
    *ret = (Decision){.kind = CHOICE_BRANCH, .side = *at == '1'};
    *io_at = at + 1;
    return OK;
  }
  ChoiceKind kind = kind_of_letter(*at);
  if (kind == CHOICE_NONE)
    return err_set(ERR_INPUT, "%s:%u: '%c' does not begin a decision", name, line, *at);
  size_t n = strspn(at + 1, "0123456789abcdef");
  if (n < 1 || n > 16 || at[1 + n] != '.')
    return err_set(ERR_INPUT, "%s:%u: '%c' is not followed by a hexadecimal number and a full stop",
                   name, line, *at);
  *ret = (Decision){.kind = (u8)kind, .side = strtoull(at + 1, NULL, 16)};
  *io_at = at + n + 2;
  return OK;
}

Err path_parse(const char *name, const char *text, DecisionVec *ret) {
  u32 line = 1;
  const char *at = text;
  DecisionVec all = {0};
  Err err = OK;
  while (err == OK && (at = skip(at, &line))) {
    Decision d = {0};
    err = decision_parse(name, line, &at, &d);
    if (err == OK) vec_push(&all, d);
  }
  if (err == OK) vec_append(ret, all.at, all.n);
  vec_free(&all);
  return err;
}

static const GuideOps follow_ops = {.advise = follow_advise};

Follow follow_guide(const Decision *decisions, u32 n) {
  return (Follow){.guide = {&follow_ops}, .decisions = decisions, .n = n};
}

Err follow_again(Vm *vm, Solver *solver, const Followed *aside, State **ret_state) {
  State *s;
  TRY(vm_start(vm, &s));
  assert(context_length(s->context) == 0);
  if (aside->model) {
    context_unref(s->context);
    s->context = context_new_guess(solver, aside->model);
  }
  DecisionVec all = {0};
  U64Vec guesses = {0};
  path_list(aside->path, &all);
  guess_again(s, aside->guesses, &guesses);
  bool is_there = run_along(vm, s, &all, aside->n_instructions);
  guess_freely(s);
  vec_free(&all);
  vec_free(&guesses);
  *ret_state = is_there ? s : state_free(vm, s);
  return OK;
}
