; RUN: run
; EXPECT: refused is for 'aarch64-unknown-linux-gnu': nadir runs x86-64 code only
target triple = "aarch64-unknown-linux-gnu"
define i32 @main() {
  ret i32 0
}
