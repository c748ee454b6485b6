; The size of a variable is known; that of what a pointer comes to is not, and may be said so.
; RUN: run --output
; NATIVE: same output
target triple = "x86_64-pc-linux-gnu"

@form = constant [5 x i8] c"%ld\0A\00"
@table = global [7 x i32] zeroinitializer
declare i32 @printf(ptr, ...)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i1 @llvm.is.constant.i32(i32)

define i32 @main() {
  %a = alloca [10 x i8]
  %p = getelementptr i8, ptr %a, i64 4
  %far = getelementptr i8, ptr %a, i64 40
  store volatile i8 1, ptr %p
  %n = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 false, i1 true, i1 false)
  call i32 (ptr, ...) @printf(ptr @form, i64 %n)
  %m = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 true, i1 false)
  call i32 (ptr, ...) @printf(ptr @form, i64 %m)
  %f = call i64 @llvm.objectsize.i64.p0(ptr %far, i1 false, i1 true, i1 false)
  call i32 (ptr, ...) @printf(ptr @form, i64 %f)
  %t = call i64 @llvm.objectsize.i64.p0(ptr getelementptr (i8, ptr @table, i64 8), i1 false, i1 true, i1 false)
  call i32 (ptr, ...) @printf(ptr @form, i64 %t)
  %x = load volatile i32, ptr @table
  %c = call i1 @llvm.is.constant.i32(i32 %x)
  %z = zext i1 %c to i64
  call i32 (ptr, ...) @printf(ptr @form, i64 %z)
  ret i32 0
}
