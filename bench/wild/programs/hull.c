/* Convex hull of points by wrapping.
 *
 * call: hull(struct point p[N], N)
 * small: 1:3
 * class: n^2
 * fields: p float 2
 * values: p [0.0, 1.0, 2.0, -1.0]
 * killer: import math
 *         p = [f(6.283 * i / N) for i in range(N) for f in (math.cos, math.sin)]
 */
struct point {
  float x, y;
};

static float turn(struct point a, struct point b, struct point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

int hull(const struct point *p, int n) {
  int first = 0, corners = 0;
  for (int i = 1; i < n; i++)
    if (p[i].x < p[first].x) first = i;
  int at = first;
  do {
    int next = (at + 1) % n;
    for (int i = 0; i < n; i++)
      if (turn(p[at], p[i], p[next]) > 0) next = i;
    at = next;
    corners++;
  } while (at != first && corners < n);
  return corners;
}
