/* wire.c — numbers as LEB128; bytes and texts behind their number. */
#include "base/wire.h"

#include <string.h>

void wire_add(Text *t, u64 n) {
  char bytes[10];
  u32 k = 0;
  for (; n >= 0x80; n >>= 7) bytes[k++] = (char)(n | 0x80);
  bytes[k++] = (char)n;
  text_add_n(t, bytes, k);
}

void wire_add_bytes(Text *t, const void *bytes, size_t n) {
  wire_add(t, n);
  text_add_n(t, bytes, n);
}

void wire_add_text(Text *t, const char *s) { wire_add_bytes(t, s, strlen(s)); }

Wire wire_of(const void *bytes, size_t n) {
  return (Wire){.at = bytes, .end = (const u8 *)bytes + n};
}

bool wire_has_more(const Wire *w) { return !w->is_bad && w->at < w->end; }

static u64 fail(Wire *w) {
  w->is_bad = true;
  w->at = w->end;
  return 0;
}

u64 wire_next(Wire *w) {
  u64 n = 0;
  for (u32 shift = 0; shift < 64; shift += 7) {
    if (w->at == w->end) return fail(w);
    u8 byte = *w->at++;
    if (shift == 63 && byte > 1) return fail(w);
    n |= (u64)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return n;
  }
  return fail(w);
}

u64 wire_next_below(Wire *w, u64 limit) {
  u64 n = wire_next(w);
  return n < limit ? n : fail(w);
}

u32 wire_next_count(Wire *w) {
  u64 n = wire_next(w);
  return n <= (u64)(w->end - w->at) && n <= UINT32_MAX ? (u32)n : (u32)fail(w);
}

const u8 *wire_next_bytes(Wire *w, u32 *ret_n) {
  *ret_n = wire_next_count(w);
  const u8 *bytes = w->at;
  w->at += *ret_n;
  return bytes;
}

char *wire_next_text(Wire *w) {
  u32 n;
  const u8 *bytes = wire_next_bytes(w, &n);
  char *text = mem_new(n + 1);
  memcpy(text, bytes, n);
  return text;
}
