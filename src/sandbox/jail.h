/* jail.h — the inside of a sandbox: its first process, which prepares everything, starts the program, waits
 * for its end and ends with it, and then nothing is left of it. */
#pragma once

#include "sandbox/parts.h"
#include "sandbox/sandbox.h"

#include <sys/types.h>

/* Who a program is on the host where nadir runs as root: nobody. */
enum { OTHER_USER = 65534 };

/* Everything is borrowed from whoever starts it. */
typedef struct Jail {
  SandboxKind kind;
  JailParts parts;
  bool is_root;        /* nadir has the host's capabilities */
  bool is_dynamic;     /* the program needs the libraries of the host */
  const char *home;    /* a folder of the host, where there are no mounts; else NULL */
  const char *folder;  /* where the program runs; NULL: where nadir does */
  const char *results; /* the folder whose files are to be kept; NULL: none; made, or in the case of
                           a compiler covered */
  const char *program; /* the path that is executed, inside */
  int image;           /* what it is copied from; -1: it is there */
  char *const *words, *const *environment;
  const SandboxFiles *files; /* NULL: none */
  int input, output, errors, report;
  int to_nadir;    /* the other end gets JailWords */
  u64 cpu_seconds; /* 0: any */
  u64 most_processes;
} Jail;

typedef enum JailNews { JAIL_IS_READY, JAIL_FAILED, JAIL_ENDED } JailNews;

typedef struct JailWord {
  JailNews news;
  int value; /* of an end: the status; of a failure: the part, or PART_COUNT: nothing can be done without it */
  int error; /* of a failure: errno */
  char what[64];
} JailWord; /* with JAIL_IS_READY comes the descriptor of the folder for results, if there is one */

/* The program of a jail that only asks what the host has. */
extern const char jail_nothing[];

noreturn_fn void jail_enter(const Jail *j);

/* Sends a failure and ends the process. */
noreturn_fn void jail_fail(const Jail *j, int part, const char *what);

/* ---- its parts ---- */

void jail_mounts(const Jail *j); /* a root of its own, or for a compiler that of the host */
void jail_files(const Jail *j);  /* the program, its folder, what is in it */
void jail_limits(const Jail *j);
void jail_signals(void);
void jail_identity(const Jail *j);                 /* who it is */
void jail_drop(const Jail *j);                     /* all capabilities */
void jail_borders(const Jail *j);                  /* Landlock, the filter */
bool jail_is_full(const Jail *j, u64 *io_next_ns); /* does it need more memory than it may? */
