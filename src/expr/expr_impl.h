/* expr_impl.h — what the files of expr/ share; private to them. */
#pragma once

#include "expr/expr.h"

#define SHAPE_MARK 0x80u /* set only during a sweep */

/* The unique term with exactly this content; no rewriting. */
Expr table_intern(ExprNode n);

/* The same, but only if it is there already; EXPR_NONE otherwise. */
Expr table_lookup(ExprNode n);

/* Interned arrays of words: wide constants and the contents of tables. */
u32 blob_intern(const u64 *words, u32 n);
const u64 *blob_words(u32 blob, u32 *ret_n);
void blob_mark(u32 blob);
void blobs_sweep(void); /* frees what was not marked, clears the marks */
void blobs_close(void);
u64 blobs_bytes(void);

void inputs_close(void);
void facts_drop(void); /* frees the memo of facts.c */
u64 facts_bytes(void);
