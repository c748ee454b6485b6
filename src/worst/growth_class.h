/* growth_class.h — how fast costs grow where no law goes through them: which classes they allow. */
#ifndef WORST_GROWTH_CLASS_H
#define WORST_GROWTH_CLASS_H

#include "base/text.h"
#include "worst/cost_fit.h"

typedef enum GrowthClass {
#define GROWTH(id, name, f, g, f_text, g_text) CLASS_##id,
#include "worst/growth.def"
#undef GROWTH
  CLASS_COUNT
} GrowthClass;

typedef struct ClassFit {
  double a, b, c; /* a*f(N) + b*g(N) + c */
  double base;    /* of an exponential */
  double ahead; /* how far it was off, at most and relatively, at sizes that it was not fitted to */
  double off;   /* at most and relatively, at those that it was fitted to, */
  i64 off_size; /* and where */
  bool remains; /* is not excluded by the costs */
} ClassFit;

enum {
  MIN_CLASS_SIZES = 5, /* fewer proven sizes exclude nothing, */
  MIN_NAMED_SIZES = 8, /* and fewer than that only slow classes */
};

/* Proven costs, at least MIN_CLASS_SIZES, and others that are lower bounds.  Returns how many classes
 * remain; *ret_nearest is the one that predicted best. */
u32 growth_classes(const CostPoints *proven, const CostPoints *bounds, ClassFit ret[CLASS_COUNT],
                   GrowthClass *ret_nearest);
double growth_class_at(GrowthClass class, const ClassFit *f, i64 size);
void growth_class_name(GrowthClass class, const ClassFit *f, Text *t);  /* "n log n", "1.62^n" */
void growth_class_print(GrowthClass class, const ClassFit *f, Text *t); /* "12.5*N*log2(N) + 3" */

#endif
