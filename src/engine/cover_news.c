/* cover_news.c — items as the differences of their numbers, in ascending order. */
#include "engine/cover_news.h"

CoverNews cover_news_of(Cover *c) {
  CoverNews n = {.cover = c};
  if (!c) return n;
  n.is_known = mem_new(cover_n_items(c));
  for (u32 i = 0; i < cover_n_items(c); i++) n.is_known[i] = cover_has_item(c, i);
  return n;
}

void cover_news_done(CoverNews *n) { mem_free(n->is_known); }

void cover_news_write(CoverNews *n, Text *to) {
  for (u32 i = 0, last = 0; n->cover && i < cover_n_items(n->cover); i++) {
    if (n->is_known[i] || !cover_has_item(n->cover, i)) continue;
    n->is_known[i] = true;
    wire_add(to, i - last);
    last = i;
  }
}

Err cover_news_read(CoverNews *n, const void *bytes, size_t n_bytes) {
  if (!n->cover) return OK;
  Wire from = wire_of(bytes, n_bytes);
  for (u64 item = 0; wire_has_more(&from);) {
    item += wire_next_below(&from, cover_n_items(n->cover) - item);
    if (from.is_bad) return err_set(ERR_INPUT, "what another process covered is damaged");
    n->is_known[item] = true;
    cover_add_item(n->cover, (u32)item);
  }
  return OK;
}
