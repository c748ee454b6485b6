/* node.c — files, folders, links and pipes in memory, and the names by which folders have them. */
#include "kernel.h"

size_t text_length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

bool text_is(const char *s, size_t n, const char *other) {
  size_t i = 0;
  while (i < n && other[i] && s[i] == other[i]) i++;
  return i == n && !other[i];
}

/* ---- nodes --------------------------------------------------------------------------------------- */

Node *node_new(unsigned mode) {
  static unsigned long n_nodes;
  Node *n = nadir_map(sizeof *n);
  if (!n) return NULL;
  n->mode = mode;
  n->user = OWN_USER;
  n->group = OWN_GROUP;
  n->number = ++n_nodes;
  n->accessed = n->modified = n->changed = clock_now();
  return n;
}

/* A folder keeps the one that it is or was in: `..` leads there even after it was removed. */
static void set_parent(Node *n, Node *parent) {
  Node *before = n->parent;
  n->parent = parent;
  if (parent) parent->n_uses++;
  if (!before) return;
  before->n_uses--;
  node_drop(before);
}

void node_drop(Node *n) {
  if (n->n_names || n->n_uses) return;
  if (n->bytes && !n->is_borrowed && !n->is_mapped) nadir_unmap(n->bytes);
  if (node_is(n, S_IFDIR)) set_parent(n, NULL);
  nadir_unmap(n);
}

bool node_may(const Node *n, unsigned wanted) {
  unsigned shift = n->user == OWN_USER ? 6 : n->group == OWN_GROUP ? 3 : 0;
  return (n->mode >> shift & wanted) == wanted;
}

/* Memory is doubled, so that a file written byte by byte costs time linear in its size. */
long node_reserve(Node *n, size_t size) {
  if (size <= n->room && !n->is_borrowed) return 0;
  if (size > NADIR_MAX_FILE_BYTES) return -EFBIG;
  if (n->is_mapped) {
    nadir_missing("growth of a file that is mapped into memory");
    return -ENOSPC;
  }
  size_t room = n->room ? n->room : 64;
  while (room < size) room *= 2;
  unsigned char *bytes = nadir_map(room);
  if (!bytes) return -ENOSPC;
  if (n->size) copy(bytes, n->bytes, n->size);
  if (n->bytes && !n->is_borrowed) nadir_unmap(n->bytes);
  n->bytes = bytes;
  n->room = room;
  n->is_borrowed = false;
  return 0;
}

/* What is behind the end is 0 at all times. */
long node_resize(Node *n, size_t size) {
  long error = node_reserve(n, size);
  if (error) return error;
  if (size < n->size) fill(n->bytes + size, 0, n->size - size);
  n->size = size;
  return 0;
}

void node_touch(Node *n) { n->modified = n->changed = clock_now(); }

/* ---- folders ------------------------------------------------------------------------------------- */

static bool entry_is(const Entry *e, const char *name, size_t n_name) {
  return e->n_name == n_name && text_is(name, n_name, e->name);
}

Entry *folder_find(Node *folder, const char *name, size_t n_name) {
  Entry *e = folder->entries;
  while (e && !entry_is(e, name, n_name)) e = e->next;
  return e;
}

long folder_add(Node *folder, const char *name, size_t n_name, Node *node) {
  Entry *e = nadir_map(sizeof *e + n_name + 1);
  if (!e) return -ENOSPC;
  e->node = node;
  e->n_name = n_name;
  e->serial = folder->last ? folder->last->serial + 1 : FIRST_SERIAL;
  copy(e->name, name, n_name);
  if (folder->last)
    folder->last->next = e;
  else
    folder->entries = e;
  folder->last = e;
  node->n_names++;
  node->changed = clock_now();
  if (node_is(node, S_IFDIR)) set_parent(node, folder);
  node_touch(folder);
  return 0;
}

void folder_exchange(Entry *a, Node *folder_a, Entry *b, Node *folder_b) {
  Node *node = a->node;
  a->node = b->node;
  b->node = node;
  if (node_is(a->node, S_IFDIR)) set_parent(a->node, folder_a);
  if (node_is(b->node, S_IFDIR)) set_parent(b->node, folder_b);
  a->node->changed = b->node->changed = clock_now();
  node_touch(folder_a);
  node_touch(folder_b);
}

void folder_remove(Node *folder, const char *name, size_t n_name) {
  Entry *before = NULL, *e = folder->entries;
  while (!entry_is(e, name, n_name)) before = e, e = e->next;
  if (before)
    before->next = e->next;
  else
    folder->entries = e->next;
  if (folder->last == e) folder->last = before;
  Node *node = e->node;
  nadir_unmap(e);
  node->n_names--;
  node->changed = clock_now();
  node_touch(folder);
  node_drop(node);
}
