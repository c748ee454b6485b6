/* shared_list.h — lists that grow at one end, and whose older parts are shared by all their
 * descendants.
 *
 * A link has a counted `parent`, NULL in the first; states that fork share the links so far, and each
 * goes on with links of its own.  SHARED_LIST(Pin, pin, mem_free) makes
 *
 *     Pin *pin_ref(Pin *p);      accepts NULL
 *     Pin *pin_unref(Pin *p);    accepts NULL, returns NULL
 *
 * from a struct with the fields `parent` and `refs`; SHARED_LIST calls its last argument to free a
 * link without references.  Links are freed in a loop, as a list may have millions.
 */
#pragma once

#include "base/base.h"

#define SHARED_LIST(Link, stem, discard)         \
  static inline Link *stem##_ref(Link *link) {   \
    assert(!link || link->refs > 0);             \
    if (link) link->refs++;                      \
    return link;                                 \
  }                                              \
  static inline Link *stem##_unref(Link *link) { \
    assert(!link || link->refs > 0);             \
    while (link && --link->refs == 0) {          \
      Link *parent = link->parent;               \
      discard(link);                             \
      link = parent;                             \
    }                                            \
    return NULL;                                 \
  }
