/* rewrite.c — tries the rules of a kind in the order of rules.def.
 *
 * On first use the rules are sorted by kind, so that a constructor looks only at its own.  Each
 * application is reported to the audit if one is set; without an audit that costs one test.
 */
#include "expr/rewrite.h"

#include "expr/rules.h"

static const struct {
  const char *name;
  ExprKind kind;
  RuleFn *apply;
} rules[RULE_COUNT] = {
#define RULE_OF(kind, name) {#name, EXPR_##kind, rule_##name},
#define RULE_BY(kind, name, shared) {#name, EXPR_##kind, rule_##shared},
#include "expr/rules.def"
#undef RULE_OF
};

/* The rules of kind k are by_kind[first[k]] … by_kind[first[k + 1] - 1]. */
static u16 by_kind[RULE_COUNT], first[EXPR_KIND_COUNT + 1];
static bool is_sorted;

static RuleAudit *audit;
static void *audit_user;

static void sort_by_kind(void) {
  u16 n = 0;
  for (u32 k = 0; k < EXPR_KIND_COUNT; k++) {
    first[k] = n;
    for (u16 r = 0; r < RULE_COUNT; r++)
      if (rules[r].kind == k) by_kind[n++] = r;
  }
  first[EXPR_KIND_COUNT] = n;
  is_sorted = true;
}

Expr rewrite(const Candidate *t) {
  if (unlikely(!is_sorted)) sort_by_kind();
  for (u32 i = first[t->kind]; i < first[t->kind + 1]; i++) {
    u32 r = by_kind[i];
    Expr result = rules[r].apply(t);
    if (expr_is_none(result)) continue;
    assert(expr_width(result) == t->width);
    if (unlikely(audit != NULL)) audit(audit_user, (Rule)r, t, result);
    return result;
  }
  return EXPR_NONE;
}

const char *rule_name(Rule r) { return rules[r].name; }

void rewrite_audit(RuleAudit *new_audit, void *user) {
  audit = new_audit;
  audit_user = user;
}
