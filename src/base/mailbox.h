/* mailbox.h — the latest that one process has to say to another one, through memory that both map. */
#pragma once

#include "base/base.h"

/* The latest news of one side, in bytes that both see: each is written over by the next.  One that is read
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
