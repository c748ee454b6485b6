/* policy.c — rules learned from paths, and the guide that follows them.
 *
 * After WISE (Burnim, Juvekar, Sen, ICSE 2009) and SPF-WCA (Luckow, Kersten, Păsăreanu, ICST
 * 2017).  The key of a rule is a hash of the branch and its history.  Only exact matches count, as
 * in SPF-WCA: near the start of a path the history is shorter, and that makes a key of its own.
 */
#include "policy/policy.h"

#include "base/hash.h"
#include "explore/site_table.h"

/* ---- options ----------------------------------------------------------------------------------- */

static const OptionChoice keeps[] = {
#define KEEP(id, name, meaning) {name, NULL, meaning},
#include "policy/keeps.def"
#undef KEEP
    {0},
};

static const OptionChoice points[] = {
    {"instruction", NULL, "its place in the code"},
    {"line", NULL, "its line in the source, as in PySE"},
    {0},
};

/* clang-format off */
static const Option table[] = {
    [POLICY_HISTORY] = {"history", OPTION_NUMBER, "L", "1", "how many earlier decisions spf-wca looks at", .max = MAX_HISTORY},
    [POLICY_KEEP] = {"keep", OPTION_CHOICE, "WHICH", "least", "which worst paths of a training size to learn from", .choices = keeps},
    [POLICY_POINTS] = {"points", OPTION_CHOICE, "KIND", "instruction", "what counts as one branch", .choices = points},
    [POLICY_ANY_CALLER] = {"any-caller", OPTION_FLAG, .help = "look at earlier decisions of other callers, too"},
    [POLICY_UNLESS_INFEASIBLE] = {"unless-infeasible", OPTION_FLAG, .help = "take the other side where no input takes the learned one"},
};
/* clang-format on */

const OptionGroup policy_options = {"settings of wise and spf-wca, and of policies in auto", table,
                                    ARRAY_LEN(table), NULL, "policy"};

PolicyOptions policy_options_read(const OptionSet *s) {
  return (PolicyOptions){.history = (u32)option_number(s, POLICY_HISTORY),
                         .keep = (Keep)option_choice(s, POLICY_KEEP),
                         .by_line = option_choice(s, POLICY_POINTS) == 1,
                         .any_caller = option_flag(s, POLICY_ANY_CALLER),
                         .unless_infeasible = option_flag(s, POLICY_UNLESS_INFEASIBLE)};
}

/* ---- keys -------------------------------------------------------------------------------------- */

static u64 point_of(const Policy *p, const Decision *d) {
  if (!p->options.by_line) return hash_pair(d->fn, d->pc);
  const Pos *pos = module_position(p->module, d->fn, d->pc);
  return hash_pair(pos->file, (u64)(d->kind == CHOICE_SPLIT) << 32 | pos->line);
}

u64 decision_in_source(const Module *m, const Decision *d) { return side_in_source(m, d, d->side); }

/* What was decided before, newest first. */
typedef struct Recent {
  const Decision *at[MAX_HISTORY];
  u32 n;
} Recent;

/* False when nothing older matters. */
static bool recent_add(const Policy *p, Recent *r, const Decision *here, const Decision *before) {
  assert(r->n <= p->options.history && p->options.history <= MAX_HISTORY);
  if (r->n == p->options.history) return false;
  if (!choice_is_branch(before->kind)) return true;
  if (!p->options.any_caller && before->caller != here->caller) return false;
  r->at[r->n++] = before;
  return true;
}

static u64 key_of(const Policy *p, const Decision *here, const Recent *recent) {
  u64 key = point_of(p, here);
  for (u32 i = 0; i < recent->n; i++) {
    const Decision *d = recent->at[i];
    key = hash_pair(key, hash_pair(point_of(p, d), decision_in_source(p->module, d)));
  }
  return key;
}

/* ---- rules ------------------------------------------------------------------------------------- */

static PolicyRule *rule_at(Policy *p, u64 key, u64 side) {
  bool is_fresh;
  u64 *slot = map_at(&p->index, key, &is_fresh);
  if (is_fresh) {
    *slot = p->rules.n;
    vec_push(&p->rules, ((PolicyRule){.key = key, .side = side}));
  }
  assert(*slot < p->rules.n && p->rules.at[*slot].key == key);
  return &p->rules.at[*slot];
}

static void rule_learn(Policy *p, u64 key, u64 side, bool is_open) {
  PolicyRule *r = rule_at(p, key, side);
  if (r->is_open || (r->side == side && !is_open)) return;
  r->is_open = true;
  p->n_open++;
  assert(p->n_open <= p->rules.n);
}

void policy_learn(Policy *p, const Decision *decisions, u32 n) {
  for (u32 i = 0; i < n; i++) {
    const Decision *here = &decisions[i];
    if (!choice_is_branch(here->kind)) continue;
    Recent recent = {.n = 0};
    for (u32 k = i; k-- > 0 && recent_add(p, &recent, here, &decisions[k]);) {}
    rule_learn(p, key_of(p, here, &recent), decision_in_source(p->module, here), false);
  }
}

void policy_add(Policy *p, const Policy *more) {
  assert(p != more && p->module == more->module);
  for (u32 i = 0; i < more->rules.n; i++) {
    const PolicyRule *r = &more->rules.at[i];
    rule_learn(p, r->key, r->side, r->is_open);
  }
}

/* Its index finds each rule, and the open ones are as many as it says. */
debug_only static bool policy_is_sound(const Policy *p) {
  u32 n_open = 0;
  for (u32 i = 0; i < p->rules.n; i++) {
    debug_only u64 at = UINT64_MAX;
    assert(map_get(&p->index, p->rules.at[i].key, &at) && at == i);
    n_open += p->rules.at[i].is_open;
  }
  return n_open == p->n_open;
}

u64 policy_hash(const Policy *p) {
  u64 sum = 0;
  for (u32 i = 0; i < p->rules.n; i++) {
    const PolicyRule *r = &p->rules.at[i];
    sum += hash_pair(r->key, r->is_open ? UINT64_MAX : r->side);
  }
  return sum;
}

void policy_print(const Policy *p, Text *to) {
  u32 n = p->rules.n, n_open = p->n_open;
  if (!n) {
    text_add(to, "no rules, so every side is open");
    return;
  }
  text_addf(to, "%u rule%s, ", n, n == 1 ? "" : "s");
  if (!n_open) {
    text_addf(to, "which decide%s every branch", n == 1 ? "s" : "");
    return;
  }
  if (n_open < n) text_addf(to, "%u of ", n_open);
  text_addf(to, "which %s both sides open", n_open == 1 ? "leaves" : "leave");
}

Policy policy_new(const Module *m, const PolicyOptions *options) {
  return (Policy){.options = *options, .module = m};
}

void policy_done(Policy *p) {
  assert(policy_is_sound(p));
  map_done(&p->index);
  vec_free(&p->rules);
}

/* ---- the guide --------------------------------------------------------------------------------- */

static const PolicyRule *rule_for(const Policy *p, const Decision *here, const Path *path) {
  Recent recent = {.n = 0};
  for (; path && recent_add(p, &recent, here, &path->decision); path = path->parent) {}
  u64 at;
  return map_get(&p->index, key_of(p, here, &recent), &at) ? &p->rules.at[at] : NULL;
}

/* What the machine checks is taken to be fine: errors are looked for by nadir run. */
static Advice policy_advise(Guide *g, const Situation *at, void *memory) {
  const Policy *p = ((PolicyGuide *)g)->policy;
  (void)memory;
  ChoiceKind kind = at->choice->kind;
  assert(at->here.kind == kind && at->n_decisions == path_length(at->path));
  if (kind == CHOICE_ASSUME || kind == CHOICE_CHECK)
    return (Advice){.kind = ADVICE_TAKE, .side = 1};
  if (!choice_is_branch(kind)) return (Advice){.kind = ADVICE_ALL};
  const PolicyRule *r = rule_for(p, &at->here, at->path);
  if (!r || r->is_open) return (Advice){.kind = ADVICE_ALL};
  return (Advice){.kind = p->options.unless_infeasible ? ADVICE_PREFER : ADVICE_TAKE,
                  .side = side_in_source(p->module, &at->here, r->side)};
}

static const GuideOps policy_ops = {.advise = policy_advise};

PolicyGuide policy_guide(const Policy *p) {
  return (PolicyGuide){.guide = {&policy_ops}, .policy = p};
}
