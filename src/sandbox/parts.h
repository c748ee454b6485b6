/* parts.h — what a sandbox is made of (parts.def), as a set. */
#pragma once

#include "base/base.h"

typedef enum JailPart {
#define PART(id, clone, text) PART_##id,
#include "sandbox/parts.def"
#undef PART
  PART_COUNT
} JailPart;

typedef u32 JailParts; /* bit i: part i */

static inline bool parts_have(JailParts p, JailPart part) { return p >> part & 1; }

static inline JailParts parts_without(JailParts p, JailPart part) { return p & ~(1u << part); }

static const JailParts all_parts = (1u << PART_COUNT) - 1;
