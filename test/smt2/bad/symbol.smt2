; error: 3:9: unknown symbol 'undeclared'
(set-logic QF_BV)
(assert undeclared)
