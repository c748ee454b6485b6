/* agent_file.c — a policy as text: the network's shape, the sites by their keys, the weights.
 *
 *     nadir-policy 3
 *     lookback 2
 *     hidden 2
 *     horizon 100
 *     context 0
 *     longest 45
 *     unit 0x1p+0
 *     sites 1
 *     9d2c5680f1e3a4b7
 *     weights 60
 *     -0x1.3p-2
 *     …
 *     sum 1f0e9a…       of everything above
 */
#include "learned/agent_file.h"

#include "base/hash.h"
#include "base/os.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "nadir-policy 3\n";

/* ---- writing ----------------------------------------------------------------------------------- */

Err agent_save(const Agent *a, const char *path) {
  cleanup(text_free) Text text = {0};
  u32 n = qshape_weights(&a->net->shape);
  text_add(&text, magic);
  text_addf(&text, "lookback %u\nhidden %u\nhorizon %u\ncontext %u\nlongest %u\nunit %a\n",
            a->config.history, a->config.n_hidden, a->config.horizon, a->config.has_context,
            a->longest, a->unit);
  text_addf(&text, "sites %u\n", a->site_keys.n);
  for (u32 i = 0; i < a->site_keys.n; i++)
    text_addf(&text, "%016llx\n", (unsigned long long)a->site_keys.at[i]);
  text_addf(&text, "weights %u\n", n);
  for (u32 i = 0; i < n; i++) text_addf(&text, "%a\n", (double)a->net->weights[i]);
  text_addf(&text, "sum %016llx\n", (unsigned long long)hash_bytes(text.at, text.n));
  return file_write(path, text.at, text.n);
}

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct PolicyText {
  const char *at; /* what is left */
  bool is_bad;
} PolicyText;

/* The next line must be this word and a number. */
static u64 read_count(PolicyText *t, const char *word, u64 max) {
  size_t n = strlen(word);
  char *end = NULL;
  u64 number = 0;
  if (t->is_bad || strncmp(t->at, word, n) != 0 || t->at[n] != ' ') {
    t->is_bad = true;
    return 0;
  }
  errno = 0;
  number = strtoull(t->at + n + 1, &end, 10);
  t->is_bad = errno || *end != '\n' || number > max;
  t->at = end + (*end == '\n');
  return t->is_bad ? 0 : number;
}

static double read_real(PolicyText *t) {
  char *end = NULL;
  if (t->is_bad) return 0;
  double x = strtod(t->at, &end);
  t->is_bad = end == t->at || *end != '\n' || !isfinite(x);
  t->at = end + (*end == '\n');
  return x;
}

static u64 read_key(PolicyText *t) {
  char *end = NULL;
  if (t->is_bad) return 0;
  u64 key = strtoull(t->at, &end, 16);
  t->is_bad = end != t->at + 16 || *end != '\n';
  t->at = end + (*end == '\n');
  return key;
}

static double read_unit(PolicyText *t) {
  static const char word[] = "unit ";
  t->is_bad |= strncmp(t->at, word, sizeof word - 1) != 0;
  if (!t->is_bad) t->at += sizeof word - 1;
  return read_real(t);
}

/* The sum is over all that stands before its line. */
static bool sum_is_right(const Text *t) {
  static const char word[] = "sum ";
  enum { LINE = sizeof word - 1 + 16 + 1 };
  if (t->n < LINE || memcmp(t->at + t->n - LINE, word, sizeof word - 1) != 0) return false;
  PolicyText sum = {.at = t->at + t->n - 17};
  u64 said = read_key(&sum);
  return !sum.is_bad && said == hash_bytes(t->at, t->n - LINE);
}

static Err check(const char *path, const Text *t) {
  static const char name[] = "nadir-policy ";
  if (t->n < sizeof name || memcmp(t->at, name, sizeof name - 1) != 0)
    return err_set(ERR_INPUT, "'%s' is not a policy of nadir", path);
  if (t->n < sizeof magic || memcmp(t->at, magic, sizeof magic - 1) != 0)
    return err_set(ERR_INPUT, "'%s' is a policy of another version of nadir", path);
  if (!sum_is_right(t))
    return err_set(ERR_INPUT, "'%s' is damaged: its sum is not that of its contents", path);
  return OK;
}

Err agent_load(const char *path, const AgentConfig *config, u64 seed, Agent **ret_agent) {
  enum { MAX_HIDDEN = 256, MAX_SITES = 1 << 24 };
  cleanup(text_free) Text text = {0};
  TRY(file_read(path, &text));
  TRY(check(path, &text));
  PolicyText t = {.at = text.at + sizeof magic - 1};
  AgentConfig shape = *config;
  shape.history = (u32)read_count(&t, "lookback", MAX_AGENT_HISTORY);
  shape.n_hidden = (u32)read_count(&t, "hidden", MAX_HIDDEN);
  shape.horizon = (u32)read_count(&t, "horizon", UINT32_MAX);
  shape.has_context = read_count(&t, "context", 1);
  u32 longest = (u32)read_count(&t, "longest", UINT32_MAX);
  double unit = read_unit(&t);
  u32 n_sites = (u32)read_count(&t, "sites", MAX_SITES);
  if (t.is_bad || !shape.n_hidden || !longest)
    return err_set(ERR_INPUT, "'%s' is damaged: its head is not that of a policy", path);
  Agent *a = agent_new(&shape, seed);
  a->longest = longest;
  a->unit = unit;
  for (u32 i = 0; i < n_sites && !t.is_bad; i++) agent_site(a, read_key(&t));
  u32 n = qshape_weights(&a->net->shape);
  t.is_bad |= read_count(&t, "weights", n) != n;
  for (u32 i = 0; i < n && !t.is_bad; i++) a->net->weights[i] = (float)read_real(&t);
  if (t.is_bad) {
    agent_free(a);
    return err_set(ERR_INPUT, "'%s' is damaged: it has other weights than its shape wants", path);
  }
  *ret_agent = a;
  return OK;
}
