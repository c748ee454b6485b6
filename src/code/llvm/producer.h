/* producer.h — which LLVM wrote a file of bitcode. */
#pragma once

#include "code/object/elf_file.h"

/* The major version; 0: the file does not say, or is no bitcode. */
u32 bitcode_producer(Bytes file);
