/* path.c — see path.h. */
#include "vm/path.h"

Path *path_ref(Path *p) {
  if (p) p->refs++;
  return p;
}

Path *path_unref(Path *p) {
  while (p && --p->refs == 0) {
    Path *parent = p->parent;
    mem_free(p);
    p = parent;
  }
  return NULL;
}

u32 path_length(const Path *p) {
  return p ? p->length : 0;
}

Path *path_add(Path *parent, Decision d) {
  Path *p = NEW(Path);
  *p = (Path){.parent = parent, .decision = d, .length = path_length(parent) + 1, .refs = 1};
  return p;
}

void path_list(const Path *p, DecisionVec *ret) {
  u32 end = ret->n + path_length(p);
  vec_resize(ret, end);
  for (u32 at = end; p; p = p->parent) ret->at[--at] = p->decision;
}
