/* exec.c — other names of the functions that clang treats in its own way where it counts for gcov:
 * include/nadir/counts.h says why.  A jump, because some have any number of arguments.
 */
#define OTHER_NAME(name)                               \
  __asm__(".globl nadir_counted_" #name "\n"           \
          ".type nadir_counted_" #name ", @function\n" \
          "nadir_counted_" #name ": jmp " #name "@PLT\n");

__asm__(".text\n");
OTHER_NAME(fork)
OTHER_NAME(execl)
OTHER_NAME(execle)
OTHER_NAME(execlp)
OTHER_NAME(execv)
OTHER_NAME(execve)
OTHER_NAME(execvp)
OTHER_NAME(execvpe)
