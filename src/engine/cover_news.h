/* cover_news.h — what one process covered, told to the others: the items of a Cover that it has and they have not heard of. */
#ifndef ENGINE_COVER_NEWS_H
#define ENGINE_COVER_NEWS_H

#include "base/wire.h"
#include "vm/exec/cover.h"

typedef struct CoverNews {
  Cover *cover; /* borrowed; NULL: there is nothing to tell */
  u8 *is_known; /* owned; by item: told or heard */
} CoverNews;

CoverNews cover_news_of(Cover *c); /* what it has now is known to all */
void cover_news_done(CoverNews *n);

/* Appends what is new since the last time; nothing where nothing is. */
void cover_news_write(CoverNews *n, Text *to);
must_use Err cover_news_read(CoverNews *n, const void *bytes, size_t n_bytes);

#endif
