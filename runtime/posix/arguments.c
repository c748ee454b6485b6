/* arguments.c — what main is called with: words as they are, symbolic ones as KLEE's users ask for
 * them, and the environment.
 *
 * A symbolic argument of up to LEN bytes is an input of LEN + 1 bytes, arg00, arg01, ..., whose last
 * byte is 0; shorter ones have a 0 before.  How many there are is the input n_args.
 */
#include "kernel.h"

enum { MAX_WORDS = 1024 };

typedef struct Words {
  char **at;
  size_t n;
  unsigned n_symbolic;
} Words;

static void add_word(Words *w, const char *word) {
  if (w->n + 1 < MAX_WORDS) w->at[w->n++] = (char *)word;
}

static void add_symbolic(Words *w, size_t length) {
  unsigned k = w->n_symbolic++;
  char name[] = {'a', 'r', 'g', (char)('0' + k / 10 % 10), (char)('0' + k % 10), 0};
  char *word = nadir_map(length + 1);
  nadir_outside(word, length + 1, name);
  word[length] = 0;
  add_word(w, word);
}

static void add_several(Words *w, unsigned least, unsigned most, size_t length) {
  unsigned n;
  nadir_outside(&n, sizeof n, "n_args");
  nadir_assume((n >= least) & (n <= most));
  for (unsigned i = 0; i < n; i++) add_symbolic(w, length);
}

/* Programs may write to their arguments. */
static char *own_copy(const char *text) {
  size_t n = text_length(text) + 1;
  char *own = nadir_map(n);
  copy(own, text, n);
  return own;
}

static void add_record(Words *w, const NadirWorldRecord *r) {
  switch (r->kind) {
  case NADIR_WORLD_ARG:
    add_word(w, own_copy(world_text(r)));
    break;
  case NADIR_WORLD_SYM_ARG:
    add_symbolic(w, world_length(r->numbers[0]));
    break;
  case NADIR_WORLD_SYM_ARGS:
    add_several(w, r->numbers[0], r->numbers[1], world_length(r->numbers[2]));
    break;
  default:
    break;
  }
}

static char **append(char **to, const Words *w) {
  for (size_t i = 0; i < w->n; i++) *to++ = w->at[i];
  return to + 1;
}

/* As Linux has it, the environment stands behind the arguments, and an auxiliary vector behind it, which is
 * empty: programs that read too far find the next.  Each ends with a zero, the last with two. */
static void call_main(const Words *arguments, const Words *environment, MainWords *ret) {
  char **array = nadir_map((arguments->n + environment->n + 4) * sizeof *array);
  char **behind = append(array, arguments);
  append(behind, environment);
  *ret = (MainWords){(long)arguments->n, array, behind};
}

size_t nadir_variable_length(void) {
  const NadirWorldRecord *r = world_next(NULL, NADIR_WORLD_SYM_ENV);
  return r ? world_length(r->numbers[0]) : 0;
}

void nadir_arguments(MainWords *io) {
  static char *words[MAX_WORDS], *variables[MAX_WORDS];
  Words w = {.at = words}, e = {.at = variables};
  const NadirWorldRecord *r = world_first();
  if (!r) return;
  add_word(&w, io->arguments[0]);
  for (; r->kind != NADIR_WORLD_END; r = world_behind(r)) {
    if (r->kind == NADIR_WORLD_ENV)
      add_word(&e, own_copy(world_text(r)));
    else
      add_record(&w, r);
  }
  world_open();
  call_main(&w, &e, io);
}
