/* A stack that doubles when it is full and halves when it is half full: a push and a pop at the border each move everything.
 *
 * call: run_stack(char op[N] in 0..1, N)
 * small: 1:10
 * class: n^2
 * values: op [0, 1]
 * killer: k = 1
 *         while 4 * k < N: k *= 2
 *         op = [1] * (2 * k) + [1, 0] * N
 */
#include <stdlib.h>

struct stack {
  int *at;
  size_t used, room;
};

static void move_to(struct stack *s, size_t room) {
  int *fresh = malloc(room * sizeof *fresh);
  for (size_t i = 0; i < s->used; i++) fresh[i] = s->at[i];
  free(s->at);
  s->at = fresh;
  s->room = room;
}

static void push(struct stack *s, int value) {
  if (s->used == s->room) move_to(s, s->room ? 2 * s->room : 4);
  s->at[s->used++] = value;
}

static void pop(struct stack *s) {
  if (!s->used) return;
  s->used--;
  if (s->room > 4 && s->used <= s->room / 2) move_to(s, s->room / 2);
}

int run_stack(const char *op, int n) {
  struct stack s = {0};
  for (int i = 0; i < n; i++)
    if (op[i])
      push(&s, i);
    else
      pop(&s);
  free(s.at);
  return (int)s.used;
}
