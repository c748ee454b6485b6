/* atomic_arch.h — plain C, because there is one thread; musl makes its other operations of these. */
#define a_cas a_cas
static inline int a_cas(volatile int *p, int expected, int wanted) {
  int old = *p;
  if (old == expected) *p = wanted;
  return old;
}

#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *expected, void *wanted) {
  void *volatile *at = (void *volatile *)p;
  void *old = *at;
  if (old == expected) *at = wanted;
  return old;
}

#define a_barrier a_barrier
static inline void a_barrier(void) {}

#define a_crash a_crash
static inline void a_crash(void) { __builtin_trap(); }

#define a_ctz_64 a_ctz_64
static inline int a_ctz_64(uint64_t x) { return __builtin_ctzl(x); }

#define a_clz_64 a_clz_64
static inline int a_clz_64(uint64_t x) { return __builtin_clzl(x); }
