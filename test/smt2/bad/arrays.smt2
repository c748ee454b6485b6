; error: 3:12: equality of arrays is not supported
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(assert (= a a))
