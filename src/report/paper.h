/* paper.h — the tables of a published evaluation, as bench/NAME/paper.json describes them.
 *
 *     {"paper": "PySE", "title": …, "where": …, "computer": …, "limit": …,
 *      "programs": {"bst_build": {"title": …, "file": "../examples/bst_build.c",
 *                                 "call": "bst_build(int key[N], N)", "cost": "branches"}, …},
 *      "tables": [
 *        {"name": "1", "title": …, "time": "search",
 *         "columns": [{"name": "wise", "strategy": "wise", "options": ["--train", "3,4"]}, …],
 *         "rows": [
 *           {"program": "bst_build", "sizes": [3, 4], "worst": [3, 6],
 *            "figures": {"wise": {"paths": [1, 1], "seconds": [0, "OOT"]}, …},
 *            "options": {"wise": ["--keep", "all"]}, "notes": [ … ]}, …]}, …]}
 *
 * Files are relative to the folder "bench".  Lists of figures go along with the sizes.  A figure
 * is a number, ">=N" for a bound, the paper's own word where it has neither, or null.  A program
 * may have "options" for nadir.  A row may have: "runs", the sizes that our program wants where
 * the paper's are others; "worst", the true worst costs; "claimed", what the paper takes for them,
 * where it does not give costs by column; "options" by column, after those of the column.  A
 * column without a strategy is only shown.  "time" says what the paper's seconds are: those of the
 * "search" alone, or of "all" that was needed, training included.  A column with a "phase" has the
 * seconds of that part of the work of models alone: "building", "predicting", "solving".  A
 * "random" column is measured with several seeds, each until the worst is met where that is known.
 * A row without "figures" has a cell in every column.
 *
 * A figure is a table of variants, each a column with its options:
 *
 *         "figure": {"name": "7", "shows": "paths", "by": "program", "against": "advanced"}
 *
 * shows what measures.def has: for each "program" the columns side by side, or for each "column" the
 * mean over the programs.  With "against", the increase over that column is shown, too.  Several
 * tables may be parts of one figure.  "limit_seconds" is the paper's limit for a run as a number,
 * "seeds" how many runs of what is random the paper had, if not 5.
 */
#ifndef REPORT_PAPER_H
#define REPORT_PAPER_H

#include "base/base.h"
#include "base/option.h"

/* Neither: nothing is known. */
typedef struct Figure {
  bool is_number;
  double number;
  const char *word; /* the paper's own, or how a bound is written; NULL: none */
} Figure;

typedef enum Measure {
#define MEASURE(id, name, words) MEASURE_##id,
#include "report/measures.def"
#undef MEASURE
  MEASURE_COUNT
} Measure;

typedef struct PaperProgram {
  const char *name, *title;
  const char *file, *cost;
  const char *call; /* NULL: the file has a main */
  WordList options;
} PaperProgram;

typedef struct PaperColumn {
  const char *name;
  const char *strategy; /* NULL: nothing that nadir could run */
  const char *phase;    /* of which the seconds are; NULL: what the table says */
  bool is_random;       /* several seeds, and the run in the middle */
  WordList options;
} PaperColumn;

/* A program, a column, a size. */
typedef struct PaperCell {
  u32 row;                     /* of the table */
  u32 column;                  /* of the table */
  u64 size;                    /* as the paper counts it */
  u64 run_size;                /* as our program does */
  Figure worst;                /* what is true */
  Figure cost, paths, seconds; /* what the paper says */
  Figure claimed;              /* what the paper takes for the worst */
  bool has_cost;               /* the cost is that of the column, not what is claimed */
} PaperCell;

typedef struct PaperRow {
  u32 program; /* of the paper */
  WordList notes;
  WordList *options; /* owned; by column */
} PaperRow;

typedef struct PaperFigure {
  const char *name; /* NULL: the table is none */
  Measure shows;
  bool by_column;
  bool has_against;
  u32 against; /* a column */
} PaperFigure;

typedef struct PaperTable {
  const char *name, *title;
  PaperFigure figure;
  bool times_all; /* else: the search alone */
  VEC(PaperColumn) columns;
  VEC(PaperRow) rows;
  VEC(PaperCell) cells; /* by row, column, size */
} PaperTable;

typedef struct Paper {
  const char *name, *title, *where, *computer, *limit;
  u64 limit_seconds; /* 0: not known */
  u64 n_seeds;       /* runs of what is random */
  VEC(PaperProgram) programs;
  VEC(PaperTable) tables;
  void *source; /* owned; what all texts are borrowed from */
} Paper;

/* Errors name the file and the place in it; *ret is untouched then. */
must_use Err paper_read(const char *path, Paper *ret);
void paper_done(Paper *p); /* also for cleanup() */

#endif
