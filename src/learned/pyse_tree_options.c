/* pyse_tree_options.c — the table of the settings of pyse+.  Where the defaults come from: docs/measurements.md. */
#include "learned/pyse_tree_options.h"

#include "base/registry.h"

/* clang-format off */
static const Option table[] = {
    [PYSE_TREE_STEPS] = {"steps", OPTION_TEXT, "LIST", NULL, "what to do beyond the paper (a,b), or what of it to leave out (-a,-b)"},
    [PYSE_TREE_EXPLORE] = {"explore", OPTION_REAL, "C", "0.3", "tree search: weight of sides that were taken seldom"},
    [PYSE_TREE_ELITE] = {"good-paths", OPTION_NUMBER, "N", "16", "how many of the best paths to begin others like", .min = 1, .max = 1 << 16},
    [PYSE_TREE_TURNING] = {"turning", OPTION_REAL, "P", "0.5", "part of the paths that begin like one of the best", .max = 1},
    [PYSE_TREE_OWN] = {"own-every", OPTION_NUMBER, "N", "8", "take the policy's own path every N paths", .min = 1},
    [PYSE_TREE_CURRICULUM_PATHS] = {"curriculum-paths", OPTION_NUMBER, "N", "200", "how many paths to learn from at each small size", .min = 1},
    [PYSE_TREE_PATIENCE] = {"patience", OPTION_NUMBER, "N", "100", "after N paths without a better one polish the best, or begin anew", .min = 1},
};
/* clang-format on */

static const char *const step_names[] = {
#define STEP(name, id, words) [PYSE_TREE_##id] = name,
#include "learned/pyse_tree_steps.def"
#undef STEP
};

static Err read_steps(const char *list, bool *ret) {
  return ROWS_SELECT("--set pyse+.steps", list, step_names, PYSE_TREE_COUNT, ret);
}

static Err check(const OptionSet *s) {
  bool steps[PYSE_TREE_COUNT];
  return option_has(s, PYSE_TREE_STEPS) ? read_steps(option_text(s, PYSE_TREE_STEPS), steps) : OK;
}

const OptionGroup pyse_tree_options = {"settings of pyse+", table, ARRAY_LEN(table), check,
                                       "pyse+"};

PyseTreeOptions pyse_tree_options_read(const OptionSet *s, const OptionSet *pyse) {
  PyseTreeOptions o = {.pyse = pyse_options_read_plus(pyse),
                       .explore = option_real(s, PYSE_TREE_EXPLORE),
                       .max_best_paths = (u32)option_number(s, PYSE_TREE_ELITE),
                       .turning = option_real(s, PYSE_TREE_TURNING),
                       .own_every = option_number(s, PYSE_TREE_OWN),
                       .patience = option_number(s, PYSE_TREE_PATIENCE),
                       .curriculum_paths = option_number(s, PYSE_TREE_CURRICULUM_PATHS)};
  for (u32 i = 0; i < PYSE_TREE_COUNT; i++) o.steps[i] = true;
  if (option_has(s, PYSE_TREE_STEPS)) {
    Err err = read_steps(option_text(s, PYSE_TREE_STEPS), o.steps);
    CHECK(err == OK, "steps that were checked: %s", err_text());
  }
  o.pyse.agent.has_context = o.steps[PYSE_TREE_CONTEXT];
  o.pyse.agent.is_prioritised = o.steps[PYSE_TREE_PRIORITY];
  return o;
}
