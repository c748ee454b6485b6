define(`hello', `Hello, $1!')dnl
hello(`world')
eval(2 ** 10 + 3)
ifelse(1, 2, yes, no) len(`abcd') substr(`abcdef', 2, 3)
