; Lanes chosen by a register, of constant vectors and of wide ones; constants that only a linker knows.
; RUN: run --output
; RUN: run --output --unset=error
; NATIVE: same output
target triple = "x86_64-pc-linux-gnu"

@form = constant [5 x i8] c"%lx\0A\00"
@two = global i32 2
@bits = global <12 x i1> <i1 true, i1 false, i1 true, i1 true, i1 false, i1 false, i1 true, i1 true, i1 true, i1 false, i1 true, i1 false>

declare i32 @printf(ptr, ...)

define void @show(i128 %x) {
  %low = trunc i128 %x to i64
  %up = lshr i128 %x, 64
  %high = trunc i128 %up to i64
  call i32 (ptr, ...) @printf(ptr @form, i64 %low)
  call i32 (ptr, ...) @printf(ptr @form, i64 %high)
  ret void
}

define i32 @main() {
  %two = load volatile i32, ptr @two
  %one = udiv i32 %two, 2
  %a = extractelement <4 x i128> <i128 1, i128 -2, i128 77777777777777777777777777, i128 0>, i32 %two
  call void @show(i128 %a)
  %b = insertelement <2 x i128> <i128 5, i128 6>, i128 %a, i32 %one
  %c = add <2 x i128> %b, <i128 1, i128 -1>
  %d = extractelement <2 x i128> %c, i32 %one
  call void @show(i128 %d)
  %e = extractelement <4 x i32> bitcast (<2 x i64> <i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @form, i64 3) to i64), i64 ptrtoint (ptr @form to i64)), i64 7> to <4 x i32>), i32 %two
  %f = extractelement <2 x i32> bitcast (<1 x i64> <i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @form, i64 3) to i64), i64 ptrtoint (ptr @form to i64))> to <2 x i32>), i32 0
  %g = add i32 %e, %f
  %h = zext i32 %g to i128
  call void @show(i128 %h)
  %i = load <12 x i1>, ptr @bits
  %j = bitcast <12 x i1> %i to i12
  %k = zext i12 %j to i128
  call void @show(i128 %k)
  ret i32 0
}
