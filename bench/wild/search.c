/* search.c — the worst input of a program of bench/wild, natively.
 *
 * Linked with the main that nadir made of the call (as wild_main) whose every basic block adds the
 * number of its LLVM instructions to wild_count (native.py).  Tries every input, or climbs from those
 * given for a while: whatever costs most is printed.
 *
 * stdin: N, seconds (0: every input), the number of domains, for each domain its width in bytes, the number of its
 * values and these in hex; the number of slots and the domain of each; the number of first inputs, and these in hex.
 * stdout: cost, runs, the input in hex.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct domain {
  int width, n;
  unsigned char *values;
};

uint64_t wild_count;
int wild_main(void);

static long size;
static struct domain domains[256];
static int n_slots, n_bytes, *domain_of, *offset_of;
static unsigned char *input, *best, *next_input;
static uint64_t best_cost, runs;
static int is_valid;

/* What the program allocates is gone after each run. */
static _Alignas(16) unsigned char arena[64 << 20];
static size_t arena_used;

void *wild_malloc(size_t n) {
  size_t *at = (size_t *)(arena + arena_used);
  n = (n + 15) / 16 * 16;
  if (arena_used + n + 16 > sizeof arena) {
    fprintf(stderr, "search: the arena is full\n");
    exit(1);
  }
  arena_used += n + 16;
  at[0] = n;
  return at + 2;
}

void *wild_calloc(size_t n, size_t width) { return memset(wild_malloc(n * width), 0, n * width); }

void wild_free(void *p) { (void)p; }

void *wild_realloc(void *p, size_t n) {
  void *fresh = wild_malloc(n);
  size_t old = p ? ((size_t *)p)[-2] : 0;
  return p ? memcpy(fresh, p, old < n ? old : n) : fresh;
}

/* What nadir gives to a program. */
unsigned long nadir_size(void) { return (unsigned long)size; }

void nadir_assume(int condition) {
  if (!condition) is_valid = 0;
}

void nadir_symbolic(void *p, size_t n, const char *name) {
  (void)name;
  memcpy(p, next_input, n);
  next_input += n;
}

static uint64_t cost_of(const unsigned char *bytes) {
  memcpy(input, bytes, (size_t)n_bytes);
  next_input = input;
  arena_used = 0;
  wild_count = 0;
  is_valid = 1;
  runs++;
  wild_main();
  return is_valid ? wild_count : 0;
}

static uint64_t consider(const unsigned char *bytes) {
  uint64_t cost = cost_of(bytes);
  if (cost > best_cost) {
    best_cost = cost;
    memcpy(best, bytes, (size_t)n_bytes);
  }
  return cost;
}

static void put(unsigned char *bytes, int slot, int value) {
  const struct domain *d = &domains[domain_of[slot]];
  memcpy(bytes + offset_of[slot], d->values + value * d->width, (size_t)d->width);
}

static void every_input(void) {
  unsigned char *bytes = calloc((size_t)n_bytes + 1, 1);
  int *at = calloc((size_t)n_slots + 1, sizeof *at), slot;
  for (int i = 0; i < n_slots; i++) put(bytes, i, 0);
  do {
    consider(bytes);
    for (slot = 0; slot < n_slots; slot++) {
      at[slot] = (at[slot] + 1) % domains[domain_of[slot]].n;
      put(bytes, slot, at[slot]);
      if (at[slot]) break;
    }
  } while (slot < n_slots);
  free(at);
  free(bytes);
}

static uint32_t dice(uint32_t n) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32) % n;
}

static void mutate(unsigned char *bytes) {
  int i = (int)dice((uint32_t)n_slots), k = (int)dice((uint32_t)n_slots), d = domain_of[i];
  int width = domains[d].width;
  unsigned char keep[8];
  switch (dice(5)) {
  case 0: /* exchange */
    if (domain_of[k] != d) break;
    memcpy(keep, bytes + offset_of[i], (size_t)width);
    memcpy(bytes + offset_of[i], bytes + offset_of[k], (size_t)width);
    memcpy(bytes + offset_of[k], keep, (size_t)width);
    break;
  case 1: /* move one, the others close up */
    if (domain_of[k] != d) break;
    memcpy(keep, bytes + offset_of[i], (size_t)width);
    for (int step = i < k ? 1 : -1; i != k && domain_of[i + step] == d; i += step)
      memcpy(bytes + offset_of[i], bytes + offset_of[i + step], (size_t)width);
    memcpy(bytes + offset_of[i], keep, (size_t)width);
    break;
  case 2: /* copy a stretch */
    for (uint32_t n = 1 + dice(8); n && i < n_slots && k < n_slots; n--, i++, k++)
      if (domain_of[i] == domain_of[k])
        memcpy(bytes + offset_of[i], bytes + offset_of[k], (size_t)domains[domain_of[i]].width);
    break;
  default: /* some new values */
    for (uint32_t n = 1 + dice(3); n; n--, i = (int)dice((uint32_t)n_slots))
      put(bytes, i, (int)dice((uint32_t)domains[domain_of[i]].n));
  }
}

static double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* From the best so far or a random input, as long as steps that lose nothing are found. */
static void climb(double seconds) {
  unsigned char *now = malloc((size_t)n_bytes + 1), *other = malloc((size_t)n_bytes + 1);
  double end = seconds_now() + seconds;
  for (int round = 0; seconds_now() < end; round++) {
    if (round % 2)
      for (int i = 0; i < n_slots; i++) put(now, i, (int)dice((uint32_t)domains[domain_of[i]].n));
    else
      memcpy(now, best, (size_t)n_bytes);
    uint64_t cost = consider(now);
    for (int idle = 0; idle < 3000 && seconds_now() < end; idle++) {
      memcpy(other, now, (size_t)n_bytes);
      for (uint32_t n = 1 + dice(3); n; n--) mutate(other);
      uint64_t found = consider(other);
      if (found < cost) continue;
      if (found > cost) idle = 0;
      cost = found;
      memcpy(now, other, (size_t)n_bytes);
    }
  }
  free(now);
  free(other);
}

static long number(void) {
  long n;
  if (scanf("%ld", &n) != 1) exit(2);
  return n;
}

static void read_hex(unsigned char *to, int n) {
  for (int i = 0; i < n; i++)
    if (scanf("%2hhx", &to[i]) != 1) exit(2);
}

int main(void) {
  size = number();
  double seconds = (double)number() / 1000;
  int n_domains = (int)number();
  for (int i = 0; i < n_domains; i++) {
    struct domain *d = &domains[i];
    d->width = (int)number();
    d->n = (int)number();
    d->values = malloc((size_t)(d->n * d->width) + 1);
    read_hex(d->values, d->n * d->width);
  }
  n_slots = (int)number();
  domain_of = malloc(((size_t)n_slots + 1) * sizeof *domain_of);
  offset_of = malloc(((size_t)n_slots + 1) * sizeof *offset_of);
  for (int i = 0; i < n_slots; i++) {
    domain_of[i] = (int)number();
    offset_of[i] = n_bytes;
    n_bytes += domains[domain_of[i]].width;
  }
  input = malloc((size_t)n_bytes + 1);
  best = calloc((size_t)n_bytes + 1, 1);
  unsigned char *first = malloc((size_t)n_bytes + 1);
  for (long n = number(); n; n--) {
    read_hex(first, n_bytes);
    consider(first);
  }
  if (seconds > 0 && n_slots)
    climb(seconds);
  else
    every_input();
  printf("%llu %llu ", (unsigned long long)best_cost, (unsigned long long)runs);
  for (int i = 0; i < n_bytes; i++) printf("%02x", best[i]);
  printf("\n");
  return 0;
}
