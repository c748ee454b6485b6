// Signals that the program sends itself reach their handlers, also from raise, blocked ones later.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void say(int number) { printf("signal %d\n", number); }

int main(void) {
  signal(SIGUSR1, say);
  printf("%d\n", raise(SIGUSR1));
  printf("%d\n", kill(getpid(), SIGUSR1));
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  printf("%d, blocked\n", raise(SIGUSR1));
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  signal(SIGUSR1, SIG_IGN);
  printf("%d, ignored\n", raise(SIGUSR1));
  return 0;
}
