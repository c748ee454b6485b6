/* blob.c — interned arrays of words: constants wider than 64 bits and the
 * contents of constant tables.  Few and large, so a chained map is enough. */
#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "expr/expr_impl.h"

#include <string.h>

typedef struct Blob {
  u64 *words; /* owned; NULL: a free slot */
  u32 n;
  u32 next; /* the next blob of equal hash, or the next free slot; 0 ends */
  bool marked;
} Blob;

static VEC(Blob) blobs; /* slot 0 is unused */
static Map first_of_hash;
static u32 first_free;
static u64 n_bytes;

static u64 content_hash(const u64 *words, u32 n) {
  return hash_bytes(words, (size_t)n * sizeof *words);
}

static void link_blob(u32 id) {
  u64 *first = map_at(&first_of_hash, content_hash(blobs.at[id].words, blobs.at[id].n), NULL);
  blobs.at[id].next = (u32)*first;
  *first = id;
}

static u32 slot_new(void) {
  if (!blobs.n) vec_push(&blobs, (Blob){0});
  if (first_free) {
    u32 id = first_free;
    assert(id < blobs.n && !blobs.at[id].words);
    first_free = blobs.at[id].next;
    return id;
  }
  vec_push(&blobs, (Blob){0});
  return blobs.n - 1;
}

u32 blob_intern(const u64 *words, u32 n) {
  u64 first = 0;
  map_get(&first_of_hash, content_hash(words, n), &first);
  for (u32 id = (u32)first; id; id = blobs.at[id].next)
    if (blobs.at[id].n == n && !memcmp(blobs.at[id].words, words, n * sizeof *words)) return id;
  u32 id = slot_new();
  blobs.at[id] = (Blob){.words = mem_dup(words, n * sizeof *words), .n = n};
  n_bytes += n * sizeof *words + sizeof(Blob);
  link_blob(id);
  return id;
}

const u64 *blob_words(u32 blob, u32 *ret_n) {
  assert(blob && blob < blobs.n && blobs.at[blob].words);
  if (ret_n) *ret_n = blobs.at[blob].n;
  return blobs.at[blob].words;
}

void blob_mark(u32 blob) {
  assert(blob && blob < blobs.n && blobs.at[blob].words);
  blobs.at[blob].marked = true;
}

void blobs_sweep(void) {
  map_clear(&first_of_hash);
  for (u32 id = 1; id < blobs.n; id++) {
    Blob *b = &blobs.at[id];
    if (b->words && !b->marked) {
      n_bytes -= b->n * sizeof *b->words + sizeof(Blob);
      *b = (Blob){.words = mem_free(b->words), .next = first_free};
      first_free = id;
    } else if (b->words) {
      b->marked = false;
      link_blob(id);
    }
  }
}

void blobs_close(void) {
  for (u32 id = 1; id < blobs.n; id++) mem_free(blobs.at[id].words);
  vec_free(&blobs);
  map_done(&first_of_hash);
  first_free = 0;
  n_bytes = 0;
}

u64 blobs_bytes(void) { return n_bytes; }
