; Three numbers were compared while sorting.  Can a fourth go between the second
; and the third, and can it be both above the largest and below the smallest?
;
;     script/nadir solve examples/between.smt2
(set-logic QF_BV)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(declare-const c (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvslt a b))
(assert (bvslt b c))
(push)
(assert (and (bvsgt x b) (bvslt x c)))
(check-sat)
(get-model)
(pop)
(assert (bvsge x c))
(assert (bvslt x a))
(check-sat)
