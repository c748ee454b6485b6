; error: 3:39: arrays of arrays are not supported
(set-logic QF_ABV)
(declare-fun a () (Array (_ BitVec 8) (Array (_ BitVec 8) Bool)))
