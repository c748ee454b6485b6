/* shapes.h — shapes that the outside of a program may have: how many arguments, how long they, its files and
 * its standard input are.
 *
 * As words of its command line (environment.h): each shape begins with --sym-shape.  Which of them pay is found out
 * while it is explored (explore/shaped.c).
 */
#pragma once

#include "base/option.h"
#include "code/code.h"
#include "report/cover_report.h"
#include "report/outdir.h"

typedef enum ShapeChoice {
  SHAPE_GIVEN, /* what the words say, and nothing else */
  SHAPE_AUTO,  /* if nothing in the program is symbolic, chosen by nadir */
  SHAPE_VARY,  /* likewise; what the words say is varied, too */
} ShapeChoice;

extern const OptionChoice shape_choices[]; /* ended by one without a name */

/* Does the program read its arguments, or what it may find on standard input or in files? */
bool shapes_can_matter(const Module *m);

/* Shapes for a program of which nothing is symbolic. */
void shapes_choose(const Module *m, bool has_stdin, Names *ret);

/* Several shapes within what `words` allow; words that are not symbolic stay.  Nothing, if there is no other,
 * or shapes are among them. */
void shapes_vary(const WordList *words, Names *ret);

/* What came of the shapes among the words of the command line: fills in the shapes of a report that has its
 * tests. */
void shapes_count(const WordList *words, const OutDir *tests, CoverReport *io);
