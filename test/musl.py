"""How clang makes a native program with Debian's musl: the C library that programs in the machine have."""

INCLUDE = "/usr/include/x86_64-linux-musl"
LIB = "/usr/lib/x86_64-linux-musl"

FLAGS = ["-nostdlibinc", "-isystem", INCLUDE, "-static", "-nostdlib", f"{LIB}/crt1.o", f"{LIB}/crti.o"]
LIBRARIES = [f"{LIB}/libc.a", "-lgcc", f"{LIB}/crtn.o"]
