/* end_key.c — keeps the key of the last path, and cuts it back to what the next one shares with it. */
#include "record/end_key.h"

enum { SIDE_BYTES = 8 };

static void add_decision(Text *key, const Decision *d) {
  if (d->kind == CHOICE_BRANCH) {
    text_add_char(key, d->side != 0);
    return;
  }
  char bytes[1 + SIDE_BYTES] = {(char)(2 + d->kind)};
  for (u32 k = 0; k < SIDE_BYTES; k++) bytes[1 + k] = (char)(d->side >> 8 * (SIDE_BYTES - 1 - k));
  text_add_n(key, bytes, sizeof bytes);
}

void end_keys_move(EndKeys *k, Path *path) {
  u32 n_shared = path_suffix(k->last, path, &k->suffix);
  k->key.n = n_shared ? k->ends.at[n_shared - 1] : 0;
  k->ends.n = n_shared;
  for (u32 i = k->suffix.n; i-- > 0;) {
    add_decision(&k->key, &k->suffix.at[i]->decision);
    vec_push(&k->ends, (u32)k->key.n);
  }
  path_unref(k->last);
  k->last = path_ref(path);
}

void end_keys_done(EndKeys *k) {
  text_free(&k->key);
  path_unref(k->last);
  vec_free(&k->ends);
  vec_free(&k->suffix);
}

int end_key_compare(const void *a, size_t n_a, const void *b, size_t n_b) {
  size_t n = MIN(n_a, n_b);
  int order = n ? memcmp(a, b, n) : 0;
  return order ? order : (n_a > n_b) - (n_a < n_b);
}
