/* pyse_options.c — the table of PySE's settings.
 *
 * The paper gives penalty, epsilon, searches, experiences, look-back and hidden units.  It leaves
 * the rest open: see docs/worst.md.
 */
#include "learned/pyse_options.h"

/* clang-format off */
enum { MODE, NOISY, SITES, LOOKBACK, HIDDEN, EPSILON, PENALTY, SEARCHES, EXPERIENCES, RATE, BATCH, PASSES, PATIENCE, LOOKS, HORIZON, RAW,
       PRETRAIN, PRETRAIN_PATHS, POLICY_IN, POLICY_OUT };

static const OptionChoice modes[] = {
    {"advanced", NULL, "each path begins as no path did before (the paper's Algorithm 2)"},
    {"basic", NULL, "only the policy and random decisions (the paper's Algorithm 1)"},
    {0},
};

static const OptionChoice site_kinds[] = {
    [SITES_LINE] = {"line", NULL, "its line in the source, as in the paper"},
    [SITES_INSTRUCTION] = {"instruction", NULL, "its place in the code"},
    [SITES_DEPTH] = {"depth", NULL, "its place in the code and how many calls led there"},
    [SITES_CALLS] = {"calls", NULL, "its place in the code and the last calls that led there"},
    {0},
};

static const Option table[] = {
    [MODE] = {"mode", OPTION_CHOICE, "MODE", "advanced", "how to find new paths", .choices = modes},
    [NOISY] = {"noisy", OPTION_FLAG, .help = "make random decisions even where the policy's own path is new"},
    [SITES] = {"sites", OPTION_CHOICE, "KIND", "line", "what counts as one branch (pyse+: calls)", .choices = site_kinds},
    [LOOKBACK] = {"lookback", OPTION_NUMBER, "L", "2", "how many earlier decisions the network sees", .max = MAX_AGENT_HISTORY},
    [HIDDEN] = {"hidden", OPTION_NUMBER, "N", "2", "units in the network's recurrent cell", .min = 1, .max = 256},
    [EPSILON] = {"epsilon", OPTION_REAL, "P", "0.1", "probability of a random decision", .max = 1},
    [PENALTY] = {"penalty", OPTION_REAL, "P", "20", "penalty for a side that no input takes"},
    [SEARCHES] = {"searches", OPTION_NUMBER, "N", "200", "how often to look for a new path in the tree of known ones", .min = 1, .max = 1 << 20},
    [EXPERIENCES] = {"experiences", OPTION_NUMBER, "N", "5000", "how many decisions to remember; the oldest are dropped", .min = 1, .max = 1 << 24},
    [RATE] = {"rate", OPTION_REAL, "R", "0.01", "learning rate of the network", .max = 1},
    [BATCH] = {"batch", OPTION_NUMBER, "N", "8", "how many decisions to learn from at once (pyse+: 32)", .min = 1, .max = 1 << 16},
    [PASSES] = {"passes", OPTION_NUMBER, "N", "5000", "after each path, learn at most N times from all remembered", .min = 1, .max = 1 << 20},
    [PATIENCE] = {"patience", OPTION_NUMBER, "N", "100", "stop learning when N times in a row did not reduce the error", .min = 1, .max = 1 << 20},
    [LOOKS] = {"looks", OPTION_NUMBER, "N", "20000", "after each path, learn from up to N decisions (pyse+: 100)", .min = 1},
    [HORIZON] = {"horizon", OPTION_NUMBER, "N", "100", "the position seen as 1; 0: the longest path's end (pyse+: 0)", .max = 1 << 30},
    [RAW] = {"raw", OPTION_FLAG, .help = "do not scale positions, sites and values for the network"},
    [PRETRAIN] = {"pretrain", OPTION_NUMBER, "N", NULL, "learn at size N first", .min = 1, .max = UINT32_MAX},
    [PRETRAIN_PATHS] = {"pretrain-paths", OPTION_NUMBER, "N", "200", "how many paths to learn from at that size", .min = 1},
    [POLICY_IN] = {"policy-in", OPTION_TEXT, "FILE", NULL, "start with the policy that an earlier run wrote to FILE"},
    [POLICY_OUT] = {"policy-out", OPTION_TEXT, "FILE", NULL, "write the learned policy to FILE, also when interrupted"},
};
/* clang-format on */

const OptionGroup pyse_options = {"settings of pyse and pyse+", table, ARRAY_LEN(table), NULL,
                                  "pyse"};

PyseOptions pyse_options_read(const OptionSet *s) {
  return (PyseOptions){
      .agent = {.history = (u32)option_number(s, LOOKBACK),
                .n_hidden = (u32)option_number(s, HIDDEN),
                .max_kept = (u32)option_number(s, EXPERIENCES),
                .batch = (u32)option_number(s, BATCH),
                .max_passes = (u32)option_number(s, PASSES),
                .patience = (u32)option_number(s, PATIENCE),
                .max_seen = option_number(s, LOOKS),
                .horizon = (u32)option_number(s, HORIZON),
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

PyseOptions pyse_options_read_plus(const OptionSet *s) {
  enum { FEW_LOOKS = 100, LARGE_BATCH = 32 };
  PyseOptions o = pyse_options_read(s);
  if (!s->values[SITES].given) o.sites = SITES_CALLS;
  if (!s->values[LOOKS].given) o.agent.max_seen = FEW_LOOKS;
  if (!s->values[BATCH].given) o.agent.batch = LARGE_BATCH;
  if (!s->values[HORIZON].given) o.agent.horizon = 0;
  return o;
}
