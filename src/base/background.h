/* background.h — one long task beside everything else: in a copy of this process, until it is ended.
 *
 * The copy sees everything that its maker knew when it began, and nothing that came later except the
 * bytes that the two share.  It may die or never come back: the maker only finds that nothing new is there.
 */
#ifndef BASE_BACKGROUND_H
#define BASE_BACKGROUND_H

#include "base/base.h"

typedef struct BackgroundProcess BackgroundProcess;

/* Runs in the copy, which ends when it returns. */
typedef void BackgroundTask(void *user, void *shared);

/* Begins the task, with so many bytes of zeros that both see; NULL if the system refuses. */
BackgroundProcess *background_new(size_t n_shared, BackgroundTask *task, void *user);
BackgroundProcess *
background_free(BackgroundProcess *a); /* accepts NULL, returns NULL; the copy is gone after */

void *background_shared(const BackgroundProcess *a);

/* ---- letters ------------------------------------------------------------------------------------- */

/* The latest news of one side, in the bytes that both see: a letter is written over by the next one.  One that is read
 * while it is written is left for the next time. */
typedef struct Mailbox {
  _Atomic u32 version; /* odd while it is written */
  u32 n_bytes;
  u8 bytes[]; /* room for as many as there may be */
} Mailbox;

void mailbox_write(Mailbox *l, const void *bytes, u32 n_bytes);
/* The bytes, at most max_bytes, if there are others than at *io_version; returns how many.  0: there is nothing
 * new, and *ret is as it was. */
u32 mailbox_read(const Mailbox *l, void *ret, u32 max_bytes, u32 *io_version);

#endif
