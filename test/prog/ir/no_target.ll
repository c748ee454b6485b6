; Assembly that names no target is taken for x86-64.
; RUN: run --output
; NATIVE: same output
%struct.P = type { i8, i64, ptr }

@form = constant [5 x i8] c"%ld\0A\00"
declare i32 @printf(ptr, ...)

define i32 @main() {
  %size = getelementptr %struct.P, ptr null, i32 1
  %n = ptrtoint ptr %size to i64
  call i32 (ptr, ...) @printf(ptr @form, i64 %n)
  ret i32 0
}
