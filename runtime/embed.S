/* embed.S — the bytes of a file (the macro FILE), as NAME[] and NAME_size. */
#define GLUE(a, b) a##b
#define SIZE(name) GLUE(name, _size)

  .section .rodata
  .globl NAME
  .globl SIZE(NAME)
  .balign 16
NAME:
  .incbin FILE
end:
  .balign 8
SIZE(NAME):
  .quad end - NAME
  .section .note.GNU-stack, "", @progbits
