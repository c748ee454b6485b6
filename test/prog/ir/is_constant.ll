; What is known when the program is compiled is a constant; the value of an input and the address of a global are
; not.
; RUN: run
; EXPECT: finished 1
declare i1 @llvm.is.constant.i32(i32)
declare i1 @llvm.is.constant.f64(double)
declare i1 @llvm.is.constant.p0(ptr)
declare i1 @llvm.is.constant.v2i16(<2 x i16>)
declare void @nadir_symbolic(ptr, i64, ptr)
declare void @abort()
@name = constant [2 x i8] c"x\00"
@global = global i32 7

define i32 @main() {
  %at = alloca i32
  call void @nadir_symbolic(ptr %at, i64 4, ptr @name)
  %x = load i32, ptr %at
  %input = call i1 @llvm.is.constant.i32(i32 %x)
  %address = call i1 @llvm.is.constant.p0(ptr @global)
  %number = call i1 @llvm.is.constant.i32(i32 123)
  %float = call i1 @llvm.is.constant.f64(double 1.5)
  %null = call i1 @llvm.is.constant.p0(ptr null)
  %vector = call i1 @llvm.is.constant.v2i16(<2 x i16> <i16 1, i16 2>)
  %a = or i1 %input, %address
  %b = xor i1 %a, true
  %c = and i1 %number, %float
  %d = and i1 %null, %vector
  %e = and i1 %b, %c
  %all = and i1 %e, %d
  br i1 %all, label %right, label %wrong
wrong:
  call void @abort()
  unreachable
right:
  ret i32 0
}
