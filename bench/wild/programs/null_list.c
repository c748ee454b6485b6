/* Removes the first odd element of a list: there may be none.
 *
 * call: drop_odd(int a[N], N)
 * small: 1:4
 * large: 20
 * expect: error
 * killer: a = [2] * N
 */
#include <stdlib.h>

struct link {
  int value;
  struct link *next;
};

int drop_odd(const int *a, int n) {
  struct link *head = NULL;
  for (int i = n - 1; i >= 0; i--) {
    struct link *one = malloc(sizeof *one);
    one->value = a[i];
    one->next = head;
    head = one;
  }
  struct link **at = &head;
  while ((*at)->value % 2 == 0) at = &(*at)->next;
  struct link *gone = *at;
  *at = gone->next;
  int value = gone->value;
  free(gone);
  while (head) {
    struct link *next = head->next;
    free(head);
    head = next;
  }
  return value;
}
