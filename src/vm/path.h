/* path.h — the decisions of a path, as a list that shares its beginning with other paths.
 *
 * A path is its string of decisions: whatever follows them from the start of the program comes to
 * the same place.  So everything that a symbol decides is recorded, forced or not, and nothing
 * that depends only on the answers of the solver.
 */
#pragma once

#include "base/shared_list.h"
#include "base/vec.h"

typedef enum ChoiceKind {
  CHOICE_NONE,
#define CHOICE(id, ...) CHOICE_##id,
#include "vm/choice/choices.def"
#undef CHOICE
  CHOICE_COUNT
} ChoiceKind;

typedef struct ChoiceInfo {
  char letter;
  const char *word;
} ChoiceInfo;

extern const ChoiceInfo choice_infos[CHOICE_COUNT];

/* Objects begin at multiples of 4096. */
static inline bool address_is_half(u64 side) { return side & 3; }

#define SIZE_OVER UINT64_MAX
#define SIDE_ANY UINT64_MAX

/* Does the source decide here where the program goes?  A SPLIT does, in one go, what conditions on
 * the index would do. */
static inline bool choice_is_branch(ChoiceKind kind) {
  return kind == CHOICE_BRANCH || kind == CHOICE_SWITCH || kind == CHOICE_SPLIT;
}

/* What was known of the other sides when one was taken. */
typedef enum Alternatives {
  ALTERNATIVES_UNASKED,    /* nothing: nobody asked */
  ALTERNATIVES_IMPOSSIBLE, /* the decision was forced */
  ALTERNATIVES_POSSIBLE,   /* another side is possible, too */
} Alternatives;

typedef struct Decision {
  u32 fn, pc;      /* where: module_site, module_position */
  u64 side;        /* see choices.def */
  u32 caller;      /* tells apart the activations that called fn: Frame.serial; 0: none did */
  u8 kind;         /* ChoiceKind */
  u8 alternatives; /* Alternatives */
  bool is_known;   /* taken by the machine itself, without a choice (facts.h) */
} Decision;

/* Does it take one side of a branch or a switch? */
static inline bool decision_takes_side(const Decision *d) {
  return d->kind == CHOICE_SWITCH || d->kind == CHOICE_BRANCH;
}

typedef struct Path {
  struct Path *parent; /* shared; NULL: the first */
  Decision decision;
  u64 hash; /* of the kinds and sides of all of them: two paths of one program with the same hash are one */
  u32 length; /* decisions up to and with this one */
  u32 refs;
} Path;

typedef VEC(Decision) DecisionVec;

Path *path_add(Path *parent, Decision d); /* takes the reference to parent, which may be NULL */
SHARED_LIST(Path, path, mem_free)
u32 path_length(const Path *p); /* NULL is fine here and below */
u64 path_hash(const Path *p);
void path_list(const Path *p, DecisionVec *ret); /* appended in order */

typedef VEC(Path *) PathLinks;
/* How many decisions the two have in common, both of one tree; those of `p` behind them go to *ret, the last one first. */
u32 path_suffix(const Path *last, Path *p, PathLinks *ret);
