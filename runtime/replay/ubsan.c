/* ubsan.c — what clang's UndefinedBehaviorSanitizer calls where a check fails, for bitcode that was
 * compiled for the machine: clang's own library for it is a package of its own.
 *
 * A file of its own, so that a linker takes it from the library only if nothing else has them.
 */
#include "replay.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define HANDLER(id, variant, name)                                 \
  void ubsan_##id##variant(void) __asm__("__ubsan_handle_" name);  \
  REPLAY void ubsan_##id##variant(void) {                          \
    nadir_replay_end(NADIR_REPLAY_ERROR, "a check failed: " name); \
  }

#define UBSAN(id, trap, name, stop, text) \
  HANDLER(id, , name)                     \
  HANDLER(id, _ABORT, name "_abort")      \
  HANDLER(id, _MINIMAL, name "_minimal")  \
  HANDLER(id, _MINIMAL_ABORT, name "_minimal_abort")
#include "../../src/code/ubsan.def"
