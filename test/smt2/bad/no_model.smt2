; error: 4:1: there is no model: it must follow an answer 'sat'
(assert false)
(check-sat)
(get-model)
