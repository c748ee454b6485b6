; error: 3:17: uninterpreted functions are not supported
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8)) Bool)
