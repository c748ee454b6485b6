/* Rabin and Karp with a small modulus; every match of the hash is looked at.
 *
 * call: rabin_karp(char t[N] string, N, char p[N/4] string, N/4)
 * small: 4:7
 * class: n^2
 * values: t [97, 98, 199]; p [97, 98, 199]
 * killer: m = N // 4; t = [97] * N; p = [97] * m
 */
int rabin_karp(const char *t, int n, const char *p, int m) {
  enum { BASE = 31, MOD = 101 };
  int hp = 0, ht = 0, high = 1, found = 0;
  if (m == 0 || m > n) return 0;
  for (int i = 0; i < m - 1; i++) high = high * BASE % MOD;
  for (int i = 0; i < m; i++) {
    hp = (hp * BASE + (unsigned char)p[i]) % MOD;
    ht = (ht * BASE + (unsigned char)t[i]) % MOD;
  }
  for (int at = 0;; at++) {
    if (hp == ht) {
      int k = 0;
      while (k < m && t[at + k] == p[k]) k++;
      found += k == m;
    }
    if (at + m >= n) return found;
    ht = (ht + MOD * 256 - (unsigned char)t[at] * high) % MOD;
    ht = (ht * BASE + (unsigned char)t[at + m]) % MOD;
  }
}
