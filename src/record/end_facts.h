/* end_facts.h — what people are told about a path that ended: made from its state where that is, or read from what another
 * process wrote.
 */
#pragma once

#include "base/map.h"
#include "base/wire.h"
#include "explore/guide.h"
#include "report/run_report.h"

/* An error, a warning, or where a path was given up. */
typedef struct Finding {
  ReportPlace place;    /* its texts are borrowed … */
  ReportPlaceVec stack; /* owned; … as those of its elements */
  char *about;          /* owned; what else is known */
} Finding;

typedef struct EndFacts {
  char *place; /* owned; "FILE:LINE", or "" */
  char *text;  /* owned; what is to be said about the end, or "" */
  bool is_new; /* it covered what no test may show (State.has_pending_test) */
  bool depends_on_uninit;
  bool has_finding, has_lost;
  Finding finding; /* of an error or a path that is long */
  Finding lost;    /* memory that it had lost before it ended with an error */
} EndFacts;

/* Of a path without a state only the text; with one the finding if there is any, and the rest if it is wanted. */
EndFacts end_facts_of(const Vm *vm, const PathEnd *end, bool wants_all);
void end_facts_done(EndFacts *f); /* also for cleanup() */
void finding_done(Finding *f);    /* likewise */

/* Texts that readers borrow, each once. */
typedef struct Lexicon {
  Names texts; /* owned */
  Map at;      /* hash -> its index */
} Lexicon;

void lexicon_done(Lexicon *l);                       /* also for cleanup() */
const char *lexicon_read(Wire *from, Lexicon *kept); /* borrowed from the lexicon */

void finding_write(const Finding *f, Text *to);
void finding_read(Wire *from, Lexicon *kept, Finding *ret);
void test_case_write(const TestCase *t, Text *to);
void test_case_read(Wire *from, TestCase *ret); /* ended by test_case_free */
void test_case_free(TestCase *t);               /* of one that was read */
void end_facts_write(const EndFacts *f, Text *to);
void end_facts_read(Wire *from, Lexicon *kept, EndFacts *ret);
