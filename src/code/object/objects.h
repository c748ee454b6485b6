/* objects.h — programs from what `nadir cc` builds: executables, objects and archives. */
#pragma once

#include "base/text.h"
#include "code/program.h"

/* Is the file an ELF file or an archive?  One that cannot be read is none. */
bool object_is(const char *path);

/* Is it a linked program, which the host can run? */
bool object_is_program(const char *path);

/* Reads the bitcode in such a file.  Of an archive those members are taken that a linker would take
 * for what is missing; all of them if the program has no main, as then there is nothing to start
 * from. */
must_use Err program_read_object(Program *p, const char *path);
