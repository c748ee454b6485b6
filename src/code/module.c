/* module.c — finding things in a module, and its end. */
#include "code/code.h"

#include "base/hash.h"

#include <string.h>

bool is_runtime_file(const char *name) { return !strncmp(name, "runtime/", strlen("runtime/")); }

void module_pack(Module *m) {
  assert(!m->code);
  assert(!m->code);
  for (u32 i = 0; i < m->fns.n; i++) m->n_code += m->fns.at[i].n_code;
  m->code = mem_new(MAX(m->n_code, 1u) * sizeof *m->code);
  Ins *to = m->code;
  for (u32 i = 0; i < m->fns.n; i++) {
    Fn *f = &m->fns.at[i];
    if (f->n_code) memcpy(to, f->code, f->n_code * sizeof *to);
    mem_free((void *)f->code);
    f->code = f->n_code ? to : NULL;
    to += f->n_code;
  }
}

Module *module_free(Module *m) {
  if (!m) return NULL;
  for (u32 i = 0; i < m->fns.n; i++) {
    if (!m->code) mem_free((void *)m->fns.at[i].code);
    mem_free((void *)m->fns.at[i].name);
    mem_free((void *)m->fns.at[i].result_widths);
    mem_free((void *)m->fns.at[i].consts);
    mem_free((void *)m->fns.at[i].widths);
    mem_free((void *)m->fns.at[i].positions);
    mem_free((void *)m->fns.at[i].calls);
    mem_free((void *)m->fns.at[i].args);
    mem_free((void *)m->fns.at[i].switches);
    mem_free((void *)m->fns.at[i].cases);
  }
  mem_free(m->code);
  for (u32 i = 0; i < m->globals.n; i++) {
    mem_free((void *)m->globals.at[i].name);
    mem_free((void *)m->globals.at[i].bytes);
  }
  for (u32 i = 0; i < m->texts.n; i++) mem_free(m->texts.at[i]);
  vec_free(&m->fns);
  vec_free(&m->globals);
  vec_free(&m->sites);
  vec_free(&m->shapes);
  vec_free(&m->places);
  vec_free(&m->positions);
  vec_free(&m->texts);
  vec_free(&m->ctors);
  vec_free(&m->dtors);
  return mem_free(m);
}

void module_freep(Module **m) { module_free(*m); }

u32 module_find_fn(const Module *m, const char *name) {
  for (u32 i = 1; i < m->fns.n; i++)
    if (!strcmp(m->fns.at[i].name, name)) return i;
  return 0;
}

u32 module_fn_at(const Module *m, u64 address) {
  u64 offset = address - FN_ADDRESS_BASE;
  u64 i = offset / FN_ADDRESS_STEP;
  return offset % FN_ADDRESS_STEP == 0 && i < m->fns.n ? (u32)i : 0;
}

const Global *module_global_at(const Module *m, u64 address) {
  u32 lo = 0, hi = m->globals.n;
  while (lo < hi) { /* the first that starts above the address is at lo */
    u32 mid = lo + (hi - lo) / 2;
    if (m->globals.at[mid].address <= address)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (!lo) return NULL;
  const Global *g = &m->globals.at[lo - 1];
  return address - g->address < g->n_bytes ? g : NULL;
}

const Site *module_site(const Module *m, u32 fn, u32 pc) {
  assert(fn < m->fns.n);
  const Fn *f = &m->fns.at[fn];
  u32 lo = f->first_site, hi = lo + f->n_sites;
  while (lo < hi) {
    u32 mid = lo + (hi - lo) / 2;
    if (m->sites.at[mid].pc == pc) return &m->sites.at[mid];
    if (m->sites.at[mid].pc < pc)
      lo = mid + 1;
    else
      hi = mid;
  }
  return NULL;
}

const Pos *module_position(const Module *m, u32 fn, u32 pc) {
  assert(fn < m->fns.n);
  return &m->positions.at[m->fns.at[fn].positions[pc]];
}

static u64 hash_all(u64 hash, const void *bytes, size_t n) {
  return hash_pair(hash, n ? hash_bytes(bytes, n) : 0);
}

u64 module_hash(const Module *m) {
  u64 hash = hash_bytes(NADIR_VERSION, sizeof NADIR_VERSION);
  hash = hash_all(hash, m->code, m->n_code * sizeof *m->code);
  for (u32 i = 1; i < m->fns.n; i++) {
    const Fn *fn = &m->fns.at[i];
    hash = hash_all(hash, fn->name, strlen(fn->name));
    hash = hash_all(hash, fn->consts, fn->n_consts * sizeof *fn->consts);
    hash = hash_all(hash, fn->args, fn->n_args * sizeof *fn->args);
  }
  for (u32 i = 0; i < m->globals.n; i++) {
    const Global *g = &m->globals.at[i];
    hash = hash_pair(hash, g->address ^ g->n_bytes);
    if (g->bytes) hash = hash_all(hash, g->bytes, g->n_bytes);
  }
  return hash;
}
