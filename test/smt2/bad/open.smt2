; error: 4:9: this '(' is never closed
(set-logic QF_BV)
(declare-const p Bool)
(assert (and p
  (or p p)
