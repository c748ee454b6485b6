/* workload.h — a program to run symbolically at several sizes. */
#pragma once

#include "bench/solver/path.h"

enum { MAX_SIZES = 8 };

typedef struct Workload {
  const char *name, *about;
  u32 sizes[MAX_SIZES], quick_sizes[MAX_SIZES]; /* up to the first 0 */
  void (*run)(Path *p, u32 n);                  /* initialises p */
} Workload;

#define WORKLOAD(name, sizes, quick_sizes, about) void workload_##name(Path *p, u32 n);
#include "bench/solver/workloads.def"
#undef WORKLOAD
