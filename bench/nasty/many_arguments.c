/* A program of ten symbolic arguments. args: --sym-args 0 10 20 */

#include <string.h>
int main(int n, char **words) {
  int s = 0;
  for (int i = 1; i < n; i++) {
    if (!strcmp(words[i], "--help")) return 1;
    if (words[i][0] == '-')
      for (char *c = words[i] + 1; *c; c++) s = s * 2 + (*c == 'v');
  }
  return s;
}
