/* A first-fit allocator over a list of free blocks that joins neighbours; requests are sizes and indices.
 *
 * call: serve(struct request r[N], N)
 * fields: r unsigned 2
 * small: 1:2
 * large: 60
 * class: n^2
 * values: r [0, 1, 2, 3, 63]
 * killer: r = [x for i in range(N) for x in ((0, 1) if i < N * 2 // 3 else (1, 2 * (i - N * 2 // 3)))]
 */
#define CELLS 1024
#define MOST 64

struct request {
  unsigned what, number;
};

struct block {
  int at, n;
};

static struct block free_list[CELLS], given[MOST];
static int n_free, n_given;

static void take(int n) {
  for (int i = 0; i < n_free; i++)
    if (free_list[i].n >= n) {
      given[n_given++] = (struct block){free_list[i].at, n};
      free_list[i].at += n;
      free_list[i].n -= n;
      if (free_list[i].n == 0) {
        for (int k = i; k + 1 < n_free; k++) free_list[k] = free_list[k + 1];
        n_free--;
      }
      return;
    }
}

static void give_back(int index) {
  struct block b = given[index];
  int i = 0;
  if (b.n == 0) return;
  given[index].n = 0;
  while (i < n_free && free_list[i].at < b.at) i++;
  if (i > 0 && free_list[i - 1].at + free_list[i - 1].n == b.at) {
    free_list[i - 1].n += b.n;
    return;
  }
  for (int k = n_free; k > i; k--) free_list[k] = free_list[k - 1];
  free_list[i] = b;
  n_free++;
}

int serve(const struct request *r, int n) {
  n_free = 1;
  n_given = 0;
  free_list[0] = (struct block){0, CELLS};
  for (int i = 0; i < n; i++) {
    if (r[i].what % 2 == 0 && n_given < MOST)
      take((int)r[i].number % 8 + 1);
    else if (r[i].what % 2 == 1 && r[i].number < (unsigned)n_given)
      give_back((int)r[i].number);
  }
  return n_free;
}
