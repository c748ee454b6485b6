/* plan.h — for the fuzzer: terms as they were asked for, before any rule of ours
 * has seen them.
 *
 * A plan is a list of inputs and of operations on earlier nodes.  It can be made
 * into a term (by the constructors under test), into Z3's term (operation by
 * operation) and be evaluated (operation by operation), so a wrong rule shows as
 * a difference between what the solver says of the first and what holds for the
 * other two.  It outlives sweeps of the expression table and prints as text.
 */
#pragma once

#include "base/map.h"
#include "expr/input.h"
#include "expr/model.h"
#include "z3/z3_build.h"

enum { PLAN_WORDS = 4 }; /* of the widest value: 256 bits */

typedef struct PlanInput {
  char name[24];
  InputShape shape;
  u32 n_bits, index_width, elem_width;
} PlanInput;

typedef struct PlanNode {
  ExprKind kind;
  u32 width, index_width; /* index_width: of an array, else 0 */
  u32 low;                /* first bit of VAR and EXTRACT */
  u32 input;              /* of VAR and ARRAY_INPUT */
  u32 kid[3];             /* earlier nodes */
  u64 words[PLAN_WORDS];  /* of CONST */
  u64 *elements;          /* of ARRAY_TABLE; owned */
  u32 n_elements;
} PlanNode;

typedef struct Plan {
  VEC(PlanInput) inputs;
  VEC(PlanNode) nodes;
  ExprVec built; /* memo of plan_expr … */
  u32 epoch;     /* … which a sweep empties */
} Plan;

typedef struct PlanValue {
  u64 words[PLAN_WORDS];
} PlanValue;

void plan_done(Plan *p); /* a zeroed Plan is empty */

/* Each returns the number of an input or of a node. */
u32 plan_input(Plan *p, const char *name, InputShape shape, u32 n_bits, u32 index_width,
               u32 elem_width);
u32 plan_const(Plan *p, u32 width, u64 v);
u32 plan_var(Plan *p, u32 input, u32 low, u32 width);
u32 plan_table(Plan *p, u32 index_width, u32 elem_width, const u64 *elements, u32 n);
u32 plan_array(Plan *p, u32 input);
u32 plan_cut(Plan *p, u32 a, u32 low, u32 width);           /* extract */
u32 plan_extend(Plan *p, u32 a, u32 width, bool is_signed); /* a itself when it fits */
u32 plan_op(Plan *p, ExprKind kind, u32 a, u32 b, u32 c);   /* what has no numbers of its own */
u32 plan_node(Plan *p, PlanNode n);                         /* elements are taken */
u32 plan_capture(Plan *p, Expr e);                          /* a term of ours, node by node */

static inline u32 plan_not(Plan *p, u32 a) { return plan_op(p, EXPR_NOT, a, 0, 0); }

u32 plan_width(const Plan *p, u32 node);
void plan_needs(const Plan *p, u32 node, bool *ret_needed); /* [node + 1] */

Input plan_real_input(const Plan *p, u32 input);
Expr plan_expr(Plan *p, u32 node);
Z3_ast plan_z3(Plan *p, Z3_context c, Z3Build *b, u32 node); /* a bit-vector */
PlanValue plan_value(const Plan *p, const Model *m, u32 node);
