/* Knapsack by recursion with a memory of what was computed.
 *
 * call: knapsack(int weight[N] in 1..9, int gain[N] in 0..9, N, 2*N)
 * small: 1:3
 * class: n^2
 * large: 40
 * values: weight range(1, 4); gain range(2)
 * killer: weight = [1 + i % 3 for i in range(N)]; gain = [i % 5 for i in range(N)]
 */
#include <stdlib.h>
#include <string.h>

struct problem {
  const int *weight, *gain;
  int room;
  int *memo;
};

static int best(struct problem *p, int i, int room) {
  if (i < 0) return 0;
  int *known = &p->memo[i * (p->room + 1) + room];
  if (*known >= 0) return *known;
  int without = best(p, i - 1, room), with = 0;
  if (p->weight[i] <= room) with = p->gain[i] + best(p, i - 1, room - p->weight[i]);
  return *known = with > without ? with : without;
}

int knapsack(const int *weight, const int *gain, int n, int room) {
  struct problem p = {weight, gain, room, malloc(sizeof(int) * n * (room + 1))};
  memset(p.memo, -1, sizeof(int) * n * (room + 1));
  int result = best(&p, n - 1, room);
  free(p.memo);
  return result;
}
