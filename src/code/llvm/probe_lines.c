/* probe_lines.c — where control arrives at a line: the statements of probe.h.
 *
 * Whether an edge of the control flow is an arrival is known without running anything: the line at
 * the end of its source and the line at the beginning of its target differ, or the edge closes a
 * loop of one line.  What has no line of its own (the jump at a closing brace) counts as a part of
 * the line that follows.  Edges that need a block of their own have been given one before.
 */
#include "code/llvm/probe_impl.h"

typedef struct LineEdge {
  u32 from, to; /* indices of blocks */
  bool is_arrival;
} LineEdge;

typedef struct LineBlock {
  LLVMBasicBlockRef at;
  u32 first, last;      /* places that it begins and ends with; 0: none */
  LLVMValueRef opening; /* the first instruction at `first`, perhaps of a later block */
  u32 n_places;         /* different ones */
  u32 entered, left;    /* when, in a walk depth first; 0: it is not reached */
  u32 first_out, n_out; /* in Flow.edges */
  u32 first_in, n_in;   /* in Flow.ins */
  bool is_landed;       /* from a jump that has no edges to count on */
  bool arrives;         /* every way in is an arrival */
} LineBlock;

/* Where a statement begins. */
typedef struct Statement {
  LLVMValueRef before, position;
  u32 place;
} Statement;

typedef struct Flow {
  Prober *p; /* borrowed */
  VEC(LineBlock) blocks;
  VEC(LineEdge) edges;   /* by source */
  U32Vec ins;            /* edges by target */
  Map index;             /* LLVM block -> index */
  VEC(Statement) points; /* of the current block */
} Flow;

static u32 index_of(const Flow *f, LLVMBasicBlockRef b) {
  u64 k = 0;
  CHECK(map_get(&f->index, map_key(b), &k), "a block of another function");
  return (u32)k;
}

/* ---- lines of blocks ----------------------------------------------------------------------------- */

static bool has_point(const Flow *f, u32 place) {
  for (u32 k = 0; k < f->points.n; k++)
    if (f->points.at[k].place == place) return true;
  return false;
}

/* A jump that decides is at any line of a condition that is spread over several: it is no code behind
 * its condition, nor where only the parts of one meet (`while (a &&` and `b)` in the next line). */
static bool is_behind(const Flow *f, LLVMValueRef i) {
  if (!LLVMIsATerminatorInst(i) || LLVMGetNumSuccessors(i) < 2) return false;
  return f->points.n || LLVMIsAPHINode(LLVMGetOperand(i, 0));
}

/* The instructions of a block at which a line begins, each line once. */
static void find_points(Flow *f, LineBlock *b) {
  vec_clear(&f->points);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b->at); i; i = LLVMGetNextInstruction(i)) {
    u32 place = place_of(&f->p->places, i);
    if (!place || is_behind(f, i)) continue;
    if (!has_point(f, place)) vec_push(&f->points, ((Statement){i, i, place}));
    b->last = place;
  }
  b->n_places = f->points.n;
  if (!f->points.n) return;
  b->first = f->points.at[0].place;
  b->opening = f->points.at[0].before;
}

/* A block without a line takes that of the first block with one that it leads to. */
static void lend_line(Flow *f, LineBlock *b) {
  LineBlock *to = b;
  for (u32 n = 0; !to->first; n++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(to->at);
    if (n > f->blocks.n || LLVMGetNumSuccessors(end) != 1) return;
    to = &f->blocks.at[index_of(f, LLVMGetSuccessor(end, 0))];
  }
  b->first = b->last = to->first;
  b->opening = to->opening;
}

/* ---- edges --------------------------------------------------------------------------------------- */

typedef struct BlockVisit {
  u32 block, next; /* successor to go to */
} BlockVisit;

static void walk(Flow *f) {
  VEC(BlockVisit) stack = {0};
  u32 clock = 0;
  vec_push(&stack, ((BlockVisit){0}));
  f->blocks.at[0].entered = ++clock;
  while (stack.n) {
    BlockVisit *v = &vec_last(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.at[v->block].at);
    if (v->next == LLVMGetNumSuccessors(end)) {
      f->blocks.at[v->block].left = ++clock;
      (void)vec_pop(&stack);
      continue;
    }
    u32 to = index_of(f, LLVMGetSuccessor(end, v->next++));
    if (f->blocks.at[to].entered) continue;
    f->blocks.at[to].entered = ++clock;
    vec_push(&stack, ((BlockVisit){.block = to}));
  }
  vec_free(&stack);
}

static void add_edge(Flow *f, u32 from, u32 to) {
  for (u32 k = f->blocks.at[from].first_out; k < f->edges.n; k++)
    if (f->edges.at[k].to == to) return;
  vec_push(&f->edges, ((LineEdge){.from = from, .to = to}));
  f->blocks.at[from].n_out++;
  f->blocks.at[to].n_in++;
}

static void find_outs(Flow *f, u32 from) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.at[from].at);
  bool has_edges = LLVMIsABranchInst(end) || LLVMIsASwitchInst(end);
  f->blocks.at[from].first_out = f->edges.n;
  for (u32 k = 0; k < LLVMGetNumSuccessors(end); k++) {
    u32 to = index_of(f, LLVMGetSuccessor(end, k));
    if (has_edges)
      add_edge(f, from, to);
    else
      f->blocks.at[to].is_landed = true;
  }
}

static void find_edges(Flow *f) {
  walk(f);
  for (u32 k = 0; k < f->blocks.n; k++)
    if (f->blocks.at[k].entered) find_outs(f, k);
  u32 n = 0;
  for (u32 k = 0; k < f->blocks.n; k++) {
    f->blocks.at[k].first_in = n;
    n += f->blocks.at[k].n_in;
    f->blocks.at[k].n_in = 0;
  }
  vec_resize(&f->ins, n);
  for (u32 k = 0; k < f->edges.n; k++) {
    LineBlock *to = &f->blocks.at[f->edges.at[k].to];
    f->ins.at[to->first_in + to->n_in++] = k;
  }
}

/* The walk was still inside the target when it came to the source. */
static bool closes_loop(const Flow *f, const LineEdge *e) {
  const LineBlock *from = &f->blocks.at[e->from], *to = &f->blocks.at[e->to];
  return to->entered <= from->entered && from->left <= to->left;
}

/* The loop of a head are the blocks from which an edge that closes it can be reached without passing
 * the head.  Does every one of them have the line of the head and no other?  One where only the parts
 * of a condition meet has none. */
static bool lies_in_one_line(const Flow *f, u32 head) {
  cleanup(freep) u8 *seen = mem_new(f->blocks.n);
  U32Vec todo = {0};
  bool is_one = true;
  vec_push(&todo, head);
  seen[head] = 1;
  while (todo.n && is_one) {
    const LineBlock *b = &f->blocks.at[vec_pop(&todo)];
    is_one = !b->n_places || (b->n_places == 1 && b->first == f->blocks.at[head].first);
    for (u32 k = 0; k < b->n_in; k++) {
      const LineEdge *e = &f->edges.at[f->ins.at[b->first_in + k]];
      if (seen[e->from] || (e->to == head && !closes_loop(f, e))) continue;
      vec_push(&todo, e->from);
      seen[e->from] = 1;
    }
  }
  vec_free(&todo);
  return is_one;
}

/* Where the parts of a condition meet, control comes from the last of them if the condition holds. */
static void keep_line(const Flow *f, LineBlock *b) {
  u32 latest = 0;
  for (u32 k = 0; k < b->n_in; k++) {
    u32 from = f->edges.at[f->ins.at[b->first_in + k]].from;
    if (from >= latest && f->blocks.at[from].last) b->last = f->blocks.at[from].last;
    latest = MAX(latest, from);
  }
}

/* Where all ways in are arrivals the block itself counts; else the blocks before it do, and if one
 * of these has other ways out, too, because its edge could not be split, all count. */
static void place_arrival(Flow *f, LineBlock *b) {
  bool all = true, forced = b->is_landed;
  for (u32 k = 0; k < b->n_in; k++) {
    const LineEdge *e = &f->edges.at[f->ins.at[b->first_in + k]];
    all = all && e->is_arrival;
    forced = forced || (e->is_arrival && f->blocks.at[e->from].n_out > 1);
  }
  b->arrives = b->first && (all || forced);
}

/* ---- putting it in ------------------------------------------------------------------------------- */

static bool is_wanted(const Prober *p, u32 place) {
  const CodeLine *at = &p->places.at.at[place];
  return at->line == p->probe->line && file_is(&p->places.files.at[at->file], p->probe->file);
}

static void put_points(Flow *f, LLVMBasicBlockRef b) {
  if (f->p->probe->kind == PROBE_STATEMENTS) {
    /* Statements between two calls are counted together: a call may end the program. */
    const Statement *open = NULL;
    u64 n = 0;
    u32 next = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      for (; next < f->points.n && f->points.at[next].before == i; next++, n++)
        if (!n) open = &f->points.at[next];
      if (!n || !(is_real_call(i) || LLVMIsATerminatorInst(i))) continue;
      probe_put_count(f->p, open->before, open->position, n);
      n = 0;
    }
    return;
  }
  for (u32 k = 0; k < f->points.n; k++) {
    const Statement *at = &f->points.at[k];
    if (f->p->probe->kind == PROBE_LINES)
      probe_put(f->p, at->before, at->position, "nadir_line", NULL, 0);
    else if (is_wanted(f->p, at->place))
      probe_put_count(f->p, at->before, at->position, 1);
  }
}

static void probe_block(Flow *f, const LineBlock *b) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(b->at);
  LineBlock own = {.at = b->at};
  find_points(f, &own);
  if (!own.n_places && b->arrives) vec_push(&f->points, ((Statement){end, b->opening, b->first}));
  if (own.n_places && !b->arrives) {
    f->points.n--;
    memmove(f->points.at, f->points.at + 1, f->points.n * sizeof *f->points.at);
  }
  for (u32 k = 0; k < b->n_out; k++) {
    const LineEdge *e = &f->edges.at[b->first_out + k];
    const LineBlock *to = &f->blocks.at[e->to];
    if (e->is_arrival && !to->arrives)
      vec_push(&f->points, ((Statement){end, to->opening, to->first}));
  }
  put_points(f, b->at);
}

void probe_lines(Prober *p, LLVMValueRef fn) {
  Flow f = {.p = p};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
    map_put(&f.index, map_key(b), f.blocks.n);
    vec_push(&f.blocks, ((LineBlock){.at = b}));
    find_points(&f, &vec_last(&f.blocks));
  }
  for (u32 k = 0; k < f.blocks.n; k++)
    if (!f.blocks.at[k].first) lend_line(&f, &f.blocks.at[k]);
  find_edges(&f);
  for (u32 k = 0; k < f.blocks.n; k++)
    if (!f.blocks.at[k].first) keep_line(&f, &f.blocks.at[k]);
  for (u32 k = 0; k < f.edges.n; k++) {
    LineEdge *e = &f.edges.at[k];
    u32 line = f.blocks.at[e->to].first;
    e->is_arrival = line && (f.blocks.at[e->from].last != line ||
                             (closes_loop(&f, e) && lies_in_one_line(&f, e->to)));
  }
  for (u32 k = 0; k < f.blocks.n; k++) place_arrival(&f, &f.blocks.at[k]);
  for (u32 k = 0; k < f.blocks.n; k++)
    if (f.blocks.at[k].entered) probe_block(&f, &f.blocks.at[k]);
  vec_free(&f.blocks);
  vec_free(&f.edges);
  vec_free(&f.ins);
  vec_free(&f.points);
  map_done(&f.index);
}
