/* gather.c — links many modules as a tournament.
 *
 * LLVM's linker looks at everything that is there whenever it links one more module, so that linking n
 * modules one by one takes n² / 2 looks at one.  Here modules wait in a row; two neighbours that are
 * made of equally many become one.  Each is looked at log n times, and who comes first still wins.
 * (Of the two seconds that a run of `lua -v` took, more than one went there.)
 */
#include "code/llvm/program_impl.h"

static Err join(Program *p, const char *name) {
  assert(p->waiting.n >= 2);
  Waiting newer = vec_pop(&p->waiting), *older = &vec_last(&p->waiting);
  older->n_modules += newer.n_modules;
  if (p->yields) p->yields(newer.module, older->module);
  return program_join(p, name, older->module, newer.module);
}

Err gather_add(Program *p, const char *name, LLVMModuleRef module) {
  vec_push(&p->waiting, ((Waiting){module, 1}));
  for (u32 n; (n = p->waiting.n) > 1;) {
    if (p->waiting.at[n - 2].n_modules > p->waiting.at[n - 1].n_modules) break;
    TRY(join(p, name));
  }
  return OK;
}

void program_gather(Program *p) { p->is_gathering = true; }

Err program_gathered(Program *p, const char *name) {
  p->is_gathering = false;
  while (p->waiting.n > 1) TRY(join(p, name));
  return p->waiting.n ? program_add(p, name, vec_pop(&p->waiting).module) : OK;
}

void gather_free(Program *p) {
  for (u32 i = 0; i < p->waiting.n; i++) LLVMDisposeModule(p->waiting.at[i].module);
  vec_free(&p->waiting);
}
