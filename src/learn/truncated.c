/* truncated.c — draws until one fits.  A narrow distribution is drawn from itself (Box and Muller,
 * 1958) and is inside at least 47 % of the time; of a wide one, uniform draws are kept in proportion
 * to its density, at least 30 % of them. */
#include "learn/truncated.h"

#include <math.h>

static double normal(Rng *rng) {
  double radius = sqrt(-2 * log(1 - rng_unit(rng)));
  return radius * cos(2 * M_PI * rng_unit(rng));
}

double truncated_draw(double mean, double std, Rng *rng) {
  assert(mean >= -1 && mean <= 1 && std >= 0);
  for (;;) {
    bool is_narrow = std < 1;
    double x = is_narrow ? mean + std * normal(rng) : rng_around(rng), z = (x - mean) / std;
    if (is_narrow ? x >= -1 && x <= 1 : rng_unit(rng) < exp(-z * z / 2)) return x;
  }
}
