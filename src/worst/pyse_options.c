/* pyse_options.c — the table of PySE's settings.
 *
 * The paper gives penalty, epsilon, searches, experiences, look-back and hidden units.  It leaves
 * the rest open: see docs/worst.md.
 */
#include "worst/pyse_options.h"

/* clang-format off */
enum { MODE, NOISY, SITES, LOOKBACK, HIDDEN, EPSILON, PENALTY, SEARCHES, EXPERIENCES, RATE, BATCH, PASSES, LOOKS, RAW,
       PRETRAIN, PRETRAIN_PATHS, POLICY_IN, POLICY_OUT };

static const OptionChoice modes[] = {
    {"advanced", NULL, "each path begins in a way that is new (Algorithm 2)"},
    {"basic", NULL, "the policy and random decisions alone (Algorithm 1)"},
    {0},
};

static const OptionChoice site_kinds[] = {
    [SITES_LINE] = {"line", NULL, "its line in the source, as in the paper"},
    [SITES_INSTRUCTION] = {"instruction", NULL, "its place in the code"},
    [SITES_DEPTH] = {"depth", NULL, "its place in the code and how many calls led there"},
    {0},
};

static const Option table[] = {
    [MODE] = {"mode", OPTION_CHOICE, "MODE", "advanced", "how new paths are found", .choices = modes},
    [NOISY] = {"noisy", OPTION_FLAG, .help = "never take the policy's own path without random decisions"},
    [SITES] = {"sites", OPTION_CHOICE, "KIND", "line", "what counts as one branch to the network", .choices = site_kinds},
    [LOOKBACK] = {"lookback", OPTION_NUMBER, "L", "2", "earlier decisions that the network sees", .max = MAX_AGENT_HISTORY},
    [HIDDEN] = {"hidden", OPTION_NUMBER, "N", "2", "units of the network's cell", .min = 1, .max = 256},
    [EPSILON] = {"epsilon", OPTION_REAL, "P", "0.1", "probability of a random decision", .max = 1},
    [PENALTY] = {"penalty", OPTION_REAL, "P", "20", "what a side that no input takes costs the learner"},
    [SEARCHES] = {"searches", OPTION_NUMBER, "N", "200", "walks on the known tree to find a new path", .min = 1, .max = 1 << 20},
    [EXPERIENCES] = {"experiences", OPTION_NUMBER, "N", "5000", "decisions that are remembered; the oldest go first", .min = 1, .max = 1 << 24},
    [RATE] = {"rate", OPTION_REAL, "R", "0.01", "how fast the network learns", .max = 1},
    [BATCH] = {"batch", OPTION_NUMBER, "N", "32", "decisions that it learns from at once", .min = 1, .max = 1 << 16},
    [PASSES] = {"passes", OPTION_NUMBER, "N", "200", "times that it goes through all it remembers after a path", .min = 1, .max = 1 << 20},
    [LOOKS] = {"looks", OPTION_NUMBER, "N", "2000", "decisions that it looks at in these passes, in all", .min = 1},
    [RAW] = {"raw", OPTION_FLAG, .help = "give the network positions, sites and values as they are, unscaled"},
    [PRETRAIN] = {"pretrain", OPTION_NUMBER, "N", NULL, "learn at size N first", .min = 1, .max = UINT32_MAX},
    [PRETRAIN_PATHS] = {"pretrain-paths", OPTION_NUMBER, "N", "200", "how many paths there", .min = 1},
    [POLICY_IN] = {"policy-in", OPTION_TEXT, "FILE", NULL, "begin with what was learned before"},
    [POLICY_OUT] = {"policy-out", OPTION_TEXT, "FILE", NULL, "write what was learned, at the end or when interrupted"},
};
/* clang-format on */

const OptionGroup pyse_options = {"options of pyse", table, ARRAY_LEN(table), NULL};

PyseOptions pyse_options_read(const OptionSet *s) {
  return (PyseOptions){
      .agent = {.history = (u32)option_number(s, LOOKBACK),
                .n_hidden = (u32)option_number(s, HIDDEN),
                .max_kept = (u32)option_number(s, EXPERIENCES),
                .batch = (u32)option_number(s, BATCH),
                .max_passes = (u32)option_number(s, PASSES),
                .max_seen = option_number(s, LOOKS),
                .rate = option_real(s, RATE),
                .penalty = -option_real(s, PENALTY),
                .is_raw = option_flag(s, RAW)},
      .is_basic = option_choice(s, MODE) == 1,
      .is_noisy = option_flag(s, NOISY),
      .sites = (Viewpoint)option_choice(s, SITES),
      .epsilon = option_real(s, EPSILON),
      .n_searches = (u32)option_number(s, SEARCHES),
      .pretrain = option_number_or(s, PRETRAIN, 0),
      .pretrain_paths = option_number(s, PRETRAIN_PATHS),
      .policy_in = option_text(s, POLICY_IN),
      .policy_out = option_text(s, POLICY_OUT),
  };
}
