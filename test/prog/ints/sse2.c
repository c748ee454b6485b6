/* The intrinsics of SSE2 that are no plain IR: each on pseudo-random lanes and on extreme ones. */
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <emmintrin.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t state = 12345;

static uint32_t next(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 3;
}

static void fill(uint8_t *to) {
  static const uint8_t extremes[] = {0, 1, 127, 128, 255};
  for (int i = 0; i < 16; i++) to[i] = next() & 1 ? extremes[next() % 5] : (uint8_t)next();
}

static void show(const char *name, __m128i v) {
  uint8_t bytes[16];
  _mm_storeu_si128((__m128i *)bytes, v);
  printf("%s ", name);
  for (int i = 0; i < 16; i++) printf("%02x", bytes[i]);
  printf("\n");
}

static void shifts(__m128i x, int by) {
  __m128i count = _mm_cvtsi32_si128(by);
  show("sll16", _mm_sll_epi16(x, count));
  show("sll32", _mm_sll_epi32(x, count));
  show("sll64", _mm_sll_epi64(x, count));
  show("srl16", _mm_srl_epi16(x, count));
  show("srl32", _mm_srl_epi32(x, count));
  show("srl64", _mm_srl_epi64(x, count));
  show("sra16", _mm_sra_epi16(x, count));
  show("sra32", _mm_sra_epi32(x, count));
  show("slli16", _mm_slli_epi16(x, by));
  show("slli32", _mm_slli_epi32(x, by));
  show("slli64", _mm_slli_epi64(x, by));
  show("srli16", _mm_srli_epi16(x, by));
  show("srli32", _mm_srli_epi32(x, by));
  show("srli64", _mm_srli_epi64(x, by));
  show("srai16", _mm_srai_epi16(x, by));
  show("srai32", _mm_srai_epi32(x, by));
}

int main(void) {
  uint8_t a[16], b[16];
  for (int round = 0; round < 12; round++) {
    fill(a);
    fill(b);
    __m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b);
    printf("movmskb %x\n", (unsigned)_mm_movemask_epi8(x));
    printf("movmskpd %x\n", (unsigned)_mm_movemask_pd(_mm_castsi128_pd(x)));
    printf("movmskps %x\n", (unsigned)_mm_movemask_ps(_mm_castsi128_ps(x)));
    show("mulhi", _mm_mulhi_epi16(x, y));
    show("mulhu", _mm_mulhi_epu16(x, y));
    show("mullo", _mm_mullo_epi16(x, y));
    show("muludq", _mm_mul_epu32(x, y));
    show("madd", _mm_madd_epi16(x, y));
    show("sad", _mm_sad_epu8(x, y));
    show("avg8", _mm_avg_epu8(x, y));
    show("avg16", _mm_avg_epu16(x, y));
    show("packs16", _mm_packs_epi16(x, y));
    show("packs32", _mm_packs_epi32(x, y));
    show("packus", _mm_packus_epi16(x, y));
    show("adds", _mm_adds_epi8(x, y));
    show("subs", _mm_subs_epu16(x, y));
    show("cmpgt", _mm_cmpgt_epi8(x, y));
    show("shuffle", _mm_shuffle_epi32(x, 0x1b));
    show("unpack", _mm_unpacklo_epi8(x, y));
    show("bytes", _mm_srli_si128(x, 5));
    _mm_pause();
    _mm_mfence();
  }
  for (int by = 0; by < 70; by += 3) {
    fill(a);
    shifts(_mm_loadu_si128((const __m128i *)a), by);
  }
  return 0;
}
