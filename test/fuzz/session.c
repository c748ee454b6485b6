/* session.c — sessions as text; see session.h.
 *
 * One thing per line:
 *     stages simplify model bits
 *     input 0 in bytes 96
 *     node 7 add 32 0 3 4           kind, width, first bit, kids
 *     take 0 1 7                    context, context made, node
 */
#include "fuzz/session.h"

#include "expr/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
  const char *name;
  bool makes, has_term;
} actions[ACTION_COUNT] = {
#define ACTION(id, name, makes, term) {name, makes, term},
#include "fuzz/actions.def"
#undef ACTION
};

static const char *const kind_names[EXPR_KIND_COUNT] = {
#define KIND(id, arity, smt, commutes, result) [EXPR_##id] = #id,
#include "expr/kinds.def"
#undef KIND
};

static const char *const shape_names[] = {
    [INPUT_BITS] = "bits", [INPUT_BOOL] = "bool", [INPUT_BYTES] = "bytes", [INPUT_ARRAY] = "array"};

const char *action_name(ActionKind kind) { return actions[kind].name; }

bool action_makes(ActionKind kind) { return actions[kind].makes; }

bool action_has_term(ActionKind kind) { return actions[kind].has_term; }

void session_done(Session *s) {
  plan_done(&s->plan);
  vec_free(&s->actions);
}

void session_without(const Session *s, u32 action, Session *ret) {
  const Action none = {0}, *gone = action < s->actions.n ? &s->actions.at[action] : &none;
  *ret = (Session){.seed = s->seed};
  memcpy(ret->stages, s->stages, sizeof s->stages);
  vec_append(&ret->plan.inputs, s->plan.inputs.at, s->plan.inputs.n);
  vec_append(&ret->plan.nodes, s->plan.nodes.at, s->plan.nodes.n);
  for (u32 i = 0; i < ret->plan.nodes.n; i++) {
    PlanNode *n = &ret->plan.nodes.at[i];
    if (n->elements) n->elements = mem_dup(n->elements, n->n_elements * sizeof *n->elements);
  }
  for (u32 i = 0; i < s->actions.n; i++) {
    Action a = s->actions.at[i];
    if (i == action) continue;
    if (gone->makes && a.at == gone->makes) {
      if (a.kind == ACTION_DROP) continue;
      a.at = gone->at;
    }
    vec_push(&ret->actions, a);
  }
}

/* ---- printing ------------------------------------------------------------------- */

static void print_node(const PlanNode *n, u32 number, Text *out) {
  text_addf(out, "node %u %s %u %u %u %u", number, kind_names[n->kind], n->width, n->index_width,
            n->low, n->input);
  for (u32 i = 0; i < expr_arities[n->kind]; i++) text_addf(out, " %u", n->kid[i]);
  for (u32 i = 0; n->kind == EXPR_CONST && i < VALUE_WORDS(n->width); i++)
    text_addf(out, " %" PRIx64, n->words[i]);
  for (u32 i = 0; i < n->n_elements; i++) text_addf(out, " %" PRIx64, n->elements[i]);
  text_add(out, "\n");
}

void session_print(const Session *s, Text *out) {
  bool *needed = mem_new(s->plan.nodes.n + 1), *more = mem_new(s->plan.nodes.n + 1);
  for (u32 i = 0; i < s->actions.n; i++) {
    if (!action_has_term(s->actions.at[i].kind)) continue;
    plan_needs(&s->plan, s->actions.at[i].term, more);
    for (u32 k = 0; k <= s->actions.at[i].term; k++) needed[k] |= more[k];
  }
  text_addf(out, "seed %" PRIu64 "\nstages", s->seed);
  for (u32 i = 0; i < STAGE_COUNT; i++)
    if (s->stages[i]) text_addf(out, " %s", stage_name((Stage)i));
  text_add(out, "\n");
  for (u32 i = 0; i < s->plan.inputs.n; i++) {
    const PlanInput *in = &s->plan.inputs.at[i];
    text_addf(out, "input %u %s %s %u %u %u\n", i, in->name, shape_names[in->shape], in->n_bits,
              in->index_width, in->elem_width);
  }
  for (u32 i = 0; i < s->plan.nodes.n; i++)
    if (needed[i]) print_node(&s->plan.nodes.at[i], i, out);
  for (u32 i = 0; i < s->actions.n; i++) {
    const Action *a = &s->actions.at[i];
    text_addf(out, "%s %u", action_name(a->kind), a->at);
    if (action_makes(a->kind)) text_addf(out, " %u", a->makes);
    if (action_has_term(a->kind)) text_addf(out, " %u", a->term);
    text_add(out, "\n");
  }
  mem_free(needed);
  mem_free(more);
}

/* ---- parsing -------------------------------------------------------------------- */

typedef struct Reader {
  const char *file;
  u32 line;
  char *rest;  /* of the line */
  Map node_of; /* number in the file → node */
  bool failed;
} Reader;

static const char *next_word(Reader *r) {
  char *word = strtok_r(NULL, " ", &r->rest);
  if (!word) r->failed = true;
  return word ? word : "";
}

static u64 next_number(Reader *r, int base) {
  char *end;
  const char *word = next_word(r);
  u64 v = strtoull(word, &end, base);
  if (!*word || *end) r->failed = true;
  return v;
}

static u32 next_u32(Reader *r) { return (u32)next_number(r, 10); }

static u32 next_node(Reader *r) {
  u64 node = 0;
  if (!map_get(&r->node_of, next_u32(r), &node)) r->failed = true;
  return (u32)node;
}

static u32 find(Reader *r, const char *word, const char *const *names, u32 n) {
  for (u32 i = 0; i < n; i++)
    if (names[i] && !strcmp(names[i], word)) return i;
  r->failed = true;
  return 0;
}

static void parse_input(Reader *r, Plan *p) {
  PlanInput in = {0};
  u32 number = next_u32(r);
  snprintf(in.name, sizeof in.name, "%s", next_word(r));
  in.shape = (InputShape)find(r, next_word(r), shape_names, ARRAY_LEN(shape_names));
  in.n_bits = next_u32(r);
  in.index_width = next_u32(r);
  in.elem_width = next_u32(r);
  vec_push(&p->inputs, in);
  r->failed |= number + 1 != p->inputs.n;
}

static void parse_node(Reader *r, Plan *p) {
  u32 number = next_u32(r);
  PlanNode n = {.kind = (ExprKind)find(r, next_word(r), kind_names, EXPR_KIND_COUNT)};
  n.width = next_u32(r);
  n.index_width = next_u32(r);
  n.low = next_u32(r);
  n.input = next_u32(r);
  for (u32 i = 0; i < expr_arities[n.kind]; i++) n.kid[i] = next_node(r);
  for (u32 i = 0; n.kind == EXPR_CONST && i < MIN(VALUE_WORDS(n.width), PLAN_WORDS); i++)
    n.words[i] = next_number(r, 16);
  VEC(u64) elements = {0};
  while (n.kind == EXPR_ARRAY_TABLE && *r->rest) vec_push(&elements, next_number(r, 16));
  n.elements = elements.at;
  n.n_elements = elements.n;
  r->failed |= n.width > 64 * PLAN_WORDS || n.input >= p->inputs.n;
  map_put(&r->node_of, number, plan_node(p, n));
}

static void parse_action(Reader *r, const char *word, Session *s) {
  Action a = {0};
  while (a.kind < ACTION_COUNT && strcmp(word, actions[a.kind].name)) a.kind++;
  if (a.kind == ACTION_COUNT) {
    r->failed = true;
    return;
  }
  a.at = next_u32(r);
  if (action_makes(a.kind)) a.makes = next_u32(r);
  if (action_has_term(a.kind)) a.term = next_node(r);
  vec_push(&s->actions, a);
}

static void parse_stages(Reader *r, Session *s) {
  while (*r->rest) {
    const char *word = next_word(r);
    u32 i = 0;
    while (i < STAGE_COUNT && strcmp(word, stage_name((Stage)i))) i++;
    if (i < STAGE_COUNT)
      s->stages[i] = true;
    else
      r->failed = true;
  }
}

static void parse_line(Reader *r, char *line, Session *s) {
  char *word = strtok_r(line, " ", &r->rest);
  if (!word || word[0] == '#') return;
  if (!strcmp(word, "seed"))
    s->seed = next_number(r, 10);
  else if (!strcmp(word, "stages"))
    parse_stages(r, s);
  else if (!strcmp(word, "input"))
    parse_input(r, &s->plan);
  else if (!strcmp(word, "node"))
    parse_node(r, &s->plan);
  else
    parse_action(r, word, s);
}

Err session_parse(const char *file, const char *text, Session *ret) {
  *ret = (Session){0};
  Reader r = {.file = file};
  cleanup(freep) char *copy = text_dup(text);
  char *lines = copy, *line;
  while (!r.failed && (line = strsep(&lines, "\n"))) {
    r.line++;
    parse_line(&r, line, ret);
  }
  map_done(&r.node_of);
  if (!r.failed) return OK;
  session_done(ret);
  return err_set(ERR_INPUT, "%s:%u: not a line of a session", file, r.line);
}
