/* call_kinds.h — what the elements of an input of --call are: told by the compiler (call.h), read
 * by nadir (src/call/call_shapes.c).
 */
#ifndef NADIR_CALL_KINDS_H
#define NADIR_CALL_KINDS_H

enum {
  NADIR_CALL_SIGNED,
  NADIR_CALL_UNSIGNED,
  NADIR_CALL_CHAR, /* plain char, whatever its sign */
  NADIR_CALL_BOOL,
  NADIR_CALL_FLOAT,
  NADIR_CALL_OTHER, /* structs, pointers, __int128 */
  NADIR_CALL_KINDS
};

#endif
