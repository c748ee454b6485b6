/* Bubble sort of records by two fields, ending early when nothing was exchanged.
 *
 * call: sort_people(struct person p[N], N)
 * small: 1:4
 * class: n^2
 * fields: p int 2
 * values: p range(3)
 * killer: p = [x for i in range(N) for x in (N - i, 0)]
 */
struct person {
  int age;
  int id;
};

static int before(const struct person *x, const struct person *y) {
  if (x->age != y->age) return x->age < y->age;
  return x->id < y->id;
}

void sort_people(struct person *p, int n) {
  int swapped;
  do {
    swapped = 0;
    for (int i = 0; i + 1 < n; i++) {
      if (before(&p[i + 1], &p[i])) {
        struct person t = p[i];
        p[i] = p[i + 1];
        p[i + 1] = t;
        swapped = 1;
      }
    }
    n--;
  } while (swapped);
}
