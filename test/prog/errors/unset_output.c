// Memory that nobody wrote leaves the program: by every way of writing, once for each place, and not again
// where a buffer is written to its file.  What was written, or does not depend on it, is not told.
// RUN: run
// EXPECT: finished 1
// EXPECT: warning 44
// EXPECT: warning 45
// EXPECT: warning 46
// EXPECT: warning 47
// EXPECT: warning 48
// EXPECT: warning 49
// EXPECT: warning 50
// EXPECT: warning 51
// EXPECT: warning 53
// EXPECT: warning 58
// EXPECT: warning 64
// RUN: run --unset symbolic
// EXPECT: finished 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct Padded {
  char c;
  int x;
} Padded;

static void fine(const int *unset) {
  Padded zeroed;
  memset(&zeroed, 0, sizeof zeroed);
  zeroed.c = 1;
  fwrite(&zeroed, sizeof zeroed, 1, stdout);
  printf("%d %d\n", *unset & 0, *unset - *unset);
  char text[20];
  text[0] = 'a', text[1] = 0;
  puts(text);
}

int main(void) {
  int *number = malloc(sizeof *number), *code = malloc(sizeof *code);
  double *real = malloc(sizeof *real);
  char *text = malloc(4);
  for (int k = 0; k < 2; k++) printf("%d\n", *number + 1);
  printf("%f\n", *real);
  fprintf(stderr, "%c\n", text[0]);
  putchar(text[0]);
  putc(text[1], stdout);
  fwrite(text, 1, 2, stdout);
  write(1, text, 4);
  text[3] = 0, fputs(text + 1, stderr);
  struct iovec part = {malloc(2), 2};
  writev(2, &part, 1);
  free(part.iov_base);
  Padded padded;
  padded.c = 1;
  padded.x = 2;
  fwrite(&padded, sizeof padded, 1, stdout);
  fflush(stdout);
  fine(number);
  free(text);
  free(real);
  free(number);
  exit(*code);
}
