; error: 4:14: operand 1 of not has sort (_ BitVec 1), expected Bool
(check-sat)
(push 1)
(assert (not #b1))
(check-sat)
