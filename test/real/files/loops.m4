define(`forloop', `pushdef(`$1', `$2')_forloop($@)popdef(`$1')')dnl
define(`_forloop', `$4`'ifelse($1, `$3', `', `define(`$1', incr($1))$0($@)')')dnl
forloop(`i', 1, 4, `i ')
eval(2 ** 10 + 0x1f % 7) len(`hello') index(`hello', `l') substr(`hello', 1, 3)
translit(`hello', `a-y', `b-z') regexp(`GNUs not Unix', `\w\(\w+\)$', `*** \& *** \1 ***')
patsubst(`some text', `e', `E') format(`%05d|%s|%.2f', 42, `x', 1.5)
divert(1)late
divert`'early ifdef(`N', `N is N', `no N') sysval
undivert(1)changequote([, ])[a `b' c] errprint([to the errors
])m4exit(3)
