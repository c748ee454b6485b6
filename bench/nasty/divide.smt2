; Quotients of wide words.
(set-logic QF_ABV)
(declare-const a (_ BitVec 128))
(declare-const b (_ BitVec 128))
(declare-const c (_ BitVec 128))
(assert (= (bvurem (bvmul a a a) (bvadd b (_ bv12345678901234567 128))) (bvudiv c (bvmul b a))))
(assert (= (bvudiv a b) (bvurem c a)))
(assert (bvugt b (_ bv999999999999 128)))
(check-sat)
