; error: 3:47: operand 1 has sort Bool, expected (_ BitVec 8)
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8)) Bool)(assert (f true))
