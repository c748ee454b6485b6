; A product of words of 4,096 bits.
(set-logic QF_ABV)
(declare-const a (_ BitVec 4096))
(declare-const b (_ BitVec 4096))
(assert (= (bvmul a b) (_ bv15 4096)))
(assert (bvugt a (_ bv100 4096)))
(assert (bvugt b (_ bv100 4096)))
(assert (bvult a b))
(check-sat)
