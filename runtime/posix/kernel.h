/* kernel.h — the kernel that programs in the machine run on, and what its files share.
 *
 * It is C code that the machine runs like the program's own: system calls arrive at nadir_syscall
 * (syscall.c), and nothing of them reaches the host.  Files, folders and pipes live in memory.
 * Clock, process numbers and random bytes are the same in every run.  The interface is that of Linux
 * on x86-64, whose headers are included here; no header of a C library is.
 *
 * Bytes of files and of names may be symbolic.  Data is copied and never looked at.  What is a
 * number to the kernel (descriptors, flags, offsets) is settled: a path for each of its values.
 * Sizes are compared with what there is first.  Names: see place.c.
 *
 * When nadir is built everything but the entry points becomes internal, so that names in here are
 * free of prefixes.
 */
#ifndef POSIX_KERNEL_H
#define POSIX_KERNEL_H

#include <asm/errno.h>
#include <asm/signal.h>
#include <asm/stat.h>
#include <linux/fcntl.h>
#include <linux/limits.h>
#include <linux/stat.h>
#include <linux/time_types.h>
#include <linux/uio.h>
#include <stdbool.h>
#include <stddef.h>

#include "../include/nadir.h"
#include "../include/nadir/world.h"

/* ---- the machine ------------------------------------------------------------------------------ */

/* Output of the program, where it is wanted. */
void nadir_write(int fd, const void *bytes, size_t n);

/* These bytes leave the program; `again`: from a buffer of stdio. */
void nadir_leave(const void *bytes, size_t n, int again);

/* As nadir_symbolic and nadir_size, of which nadir concludes that the program has a harness. */
void nadir_outside(void *bytes, size_t n, const char *name);
size_t nadir_run_size(void);

/* x, on a path for each of its values. */
unsigned long nadir_each(unsigned long x);

/* Is x 0 for every input of this path? */
int nadir_is_zero(unsigned long x);

/* Bytes from p to the end of its object; 0 if there is none, or if a symbol decides it. */
size_t nadir_room(const void *p);

/* Memory of zeros that is no part of the program's heap; NULL: there is none.  Size 0 is fine. */
void *nadir_map(size_t n);
void nadir_unmap(void *p);

/* The bytes as they are become a part of the test, under this name. */
void nadir_record(const void *bytes, size_t n, const char *name);

/* Stands once in the ledger: something that the program asked for is not there. */
void nadir_missing(const char *name);

/* Records as in nadir/world.h; NULL: nobody told anything. */
const void *nadir_world(void);

/* The end of the program: as it is, without anything that atexit knows. */
void nadir_exit(int code) __attribute__((__noreturn__));
void nadir_abort(void) __attribute__((__noreturn__));

/* ---- entry points ------------------------------------------------------------------------------ */

long nadir_syscall(long n, long a, long b, long c, long d, long e, long f);

/* The machine calls it first, with what it would call main with.  Arguments and environment as nadir
 * was told take the place of that, symbolic ones among them; and the files are made. */
typedef struct MainWords {
  long n;
  char **arguments, **environment;
} MainWords;
void nadir_arguments(MainWords *io);

/* With --sym-env: how many bytes the value of a variable has at most. */
size_t nadir_variable_length(void);

/* Does what is written there leave the program for good?  The C library then takes no decisions about
 * what it prints. */
int nadir_is_shown(int fd);

/* ---- texts ------------------------------------------------------------------------------------- */

static inline void copy(void *to, const void *from, size_t n) { __builtin_memmove(to, from, n); }
static inline void fill(void *to, int byte, size_t n) { __builtin_memset(to, byte, n); }
size_t text_length(const char *s);
bool text_is(const char *s, size_t n, const char *other);

/* ---- nodes: what a file system is made of (node.c) ---------------------------------------------- */

typedef struct Node Node;

/* A name in a folder. */
typedef struct Entry {
  struct Entry *next;
  Node *node;
  unsigned long serial; /* ascending in the list; readers of a folder remember it */
  unsigned long n_name;
  char name[];
} Entry;

enum { FIRST_SERIAL = 3 }; /* `.` is 1 and `..` is 2 */

struct Node {
  unsigned mode; /* type and permissions, as stat tells them */
  unsigned user, group;
  unsigned n_names;
  unsigned n_uses; /* open files, and the working folder: it lives on without a name */
  unsigned long number, device;
  struct __kernel_timespec accessed, modified, changed;

  unsigned char *bytes; /* of a file, a pipe, a link's text */
  size_t size, room;
  bool is_nameless; /* never had a name: pipes, standard streams */
  bool is_borrowed; /* the bytes are those of the world */
  bool is_mapped;   /* the program has their address */

  Node *parent;             /* of a folder */
  Entry *entries;           /* of a folder */
  Entry *last;              /* of the entries */
  int screen;               /* output: the descriptor under which it is shown */
  int n_readers, n_writers; /* of a pipe */
  int n_ever_wrote;         /* files through which it was or is written, of a pipe */
  struct stat *told;        /* symbolic: what stat says; NULL: what is true */
};

Node *node_new(unsigned mode);
void node_drop(Node *n); /* if neither names nor uses are left */
static inline bool node_is(const Node *n, unsigned type) { return (n->mode & S_IFMT) == type; }
bool node_may(const Node *n, unsigned wanted); /* 4: read, 2: write, 1: execute */
/* Room for so many bytes, the new ones 0.  An error of the kernel, or 0. */
long node_reserve(Node *n, size_t size);
long node_resize(Node *n, size_t size);
void node_touch(Node *n); /* modified and changed: now */

Entry *folder_find(Node *folder, const char *name, size_t n_name);
long folder_add(Node *folder, const char *name, size_t n_name, Node *node);
void folder_remove(Node *folder, const char *name, size_t n_name);
void folder_exchange(Entry *a, Node *folder_a, Entry *b, Node *folder_b);

/* ---- places: where a path leads (place.c) -------------------------------------------------------- */

typedef struct Place {
  Node *folder;      /* that has the name */
  Node *node;        /* NULL: there is nothing of that name */
  const char *name;  /* not closed by a zero; the caller's or a link's text */
  size_t n_name;     /* 0: it has symbols, and ends with a zero */
  bool is_dots;      /* `.`, `..` or the root: a folder, under no name of its own */
  bool wants_folder; /* a slash follows */
} Place;

enum {
  FOLLOW = 1,  /* a link at the end, too */
  SLASHES = 2, /* behind the last name are the caller's concern: it may be no folder, or a link */
  MAKES_FILE = 4, /* if it is not there: a slash behind it is wrong before the name is looked at */
};

/* 0, or an error.  Something that is not there is none if only the last name is missing. */
long place_find(int folder_fd, const char *path, unsigned flags, Place *ret);
/* The same, and it must be there. */
long place_need(int folder_fd, const char *path, unsigned flags, Place *ret);

bool path_is_empty(const char *path); /* surely */

/* Before something is made there: a name with symbols gets one value, which the ledger tells. */
long place_fix(Place *p);

/* ---- open files (files.c) ------------------------------------------------------------------------ */

/* What several descriptors may share. */
typedef struct File {
  Node *node;
  long at; /* of a folder: the serial of the entry read last */
  unsigned flags;
  unsigned n_descriptors;
  int n_gone; /* of a pipe: n_ever_wrote when it had no writer; only who comes later can hang up */
} File;

enum { MAX_FILES = NADIR_MAX_FILES };

typedef struct Descriptor {
  File *file; /* NULL: closed */
  bool closes_on_exec;
} Descriptor;

extern Descriptor descriptors[MAX_FILES];
extern Node *root, *working;

File *place_of(long fd);                            /* also one that is only a place (O_PATH) */
File *file_of(long fd);                             /* NULL: there is none */
long file_open(Node *node, unsigned flags);         /* a new descriptor, or an error */
long file_put(long fd, Node *node, unsigned flags); /* the same at this descriptor, which is free */
bool file_reads(const File *f);
bool file_writes(const File *f);

/* ---- the rest ------------------------------------------------------------------------------------ */

enum { OWN_USER = NADIR_USER, OWN_GROUP = NADIR_GROUP, OWN_PID = 1000, BLOCK = 4096 };

extern unsigned mask; /* umask */

void world_open(void); /* once; makes files, folders and descriptors */
/* The next record of this kind behind `after` (NULL: the first), or NULL. */
/* Those of the shape that the path is about, which is chosen at the first one; NULL: nothing is told. */
const NadirWorldRecord *world_first(void);
const NadirWorldRecord *world_next(const NadirWorldRecord *after, unsigned kind);
const NadirWorldRecord *world_behind(const NadirWorldRecord *r);
const char *world_text(const NadirWorldRecord *r);
const unsigned char *world_bytes(const NadirWorldRecord *r);
size_t world_length(unsigned number); /* NADIR_WORLD_SIZE is the size of the run */

struct __kernel_timespec clock_now(void);           /* does not move it */
void clock_pass(const struct __kernel_timespec *t); /* it is later by so much */

unsigned long random_word(void);

bool call_fails(const char *name); /* as --fail-calls wants it: a choice */

/* The program waits for what cannot come: it has no other process. */
void wait_forever(const char *what) __attribute__((__noreturn__));

long signal_raise(int number);

void stat_of(const Node *n, struct stat *ret);

/* Handlers of system calls get their arguments in an array. */
#define SYSCALL(name, arguments, failure) long sys_##name(const long *a);
#define ABSENT(name)
#include "syscalls.def"
#undef SYSCALL
#undef ABSENT

#endif
