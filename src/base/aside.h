/* aside.h — one long task beside everything else: in a copy of this process, until it is ended.
 *
 * The copy sees everything that its maker knew when it began, and nothing that came later except the
 * bytes that the two share.  It may die or never come back: the maker only finds that nothing new is there.
 */
#ifndef BASE_ASIDE_H
#define BASE_ASIDE_H

#include "base/base.h"

typedef struct Aside Aside;

/* Runs in the copy, which ends when it returns. */
typedef void AsideTask(void *user, void *shared);

/* Begins the task, with so many bytes of zeros that both see; NULL if the system refuses. */
Aside *aside_new(size_t n_shared, AsideTask *task, void *user);
Aside *aside_free(Aside *a); /* accepts NULL, returns NULL; the copy is gone after */

void *aside_shared(const Aside *a);

/* ---- letters ------------------------------------------------------------------------------------- */

/* The latest news of one side, in the bytes that both see: a letter is written over by the next one.  One that is read
 * while it is written is left for the next time. */
typedef struct Letter {
  _Atomic u32 version; /* odd while it is written */
  u32 n_bytes;
  u8 bytes[]; /* room for as many as there may be */
} Letter;

void letter_write(Letter *l, const void *bytes, u32 n_bytes);
/* The bytes, at most max_bytes, if there are others than at *io_version; returns how many.  0: there is nothing
 * new, and *ret is as it was. */
u32 letter_read(const Letter *l, void *ret, u32 max_bytes, u32 *io_version);

#endif
