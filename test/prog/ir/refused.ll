; What is refused halfway through an instruction ends a path, not the program.
; RUN: run
; EXPECT: unsupported 1
; EXPECT: finished 1
; EXPECT: ledger arithmetic on 'bfloat'
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare bfloat @llvm.fmuladd.bf16(bfloat, bfloat, bfloat)

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %x, 7
  br i1 %c, label %odd, label %end
odd:
  %b = call bfloat @llvm.fmuladd.bf16(bfloat 1.0, bfloat 2.0, bfloat 3.0)
  %z = fptoui bfloat %b to i32
  br label %end
end:
  %r = phi i32 [ 0, %0 ], [ %z, %odd ]
  ret i32 %r
}
