/* stops.c — the reasons of stop.def in words for users. */
#include "record/stops.h"

#include <ctype.h>

const char *stop_label(Stop stop) {
  static char labels[STOP_COUNT][32];
  char *label = labels[stop];
  const char *name = stop_infos[stop].name;
  for (u32 i = 0; name[i] && i < sizeof labels[0] - 1; i++)
    label[i] = name[i] == '_' ? '-' : (char)tolower((unsigned char)name[i]);
  return label;
}

const char *stop_group(Stop stop) {
  StopClass class = stop_infos[stop].class;
  return class == STOP_NORMAL ? "finished" : class == STOP_BUG ? "error" : stop_label(stop);
}

const char *stop_group_meaning(Stop stop) {
  return stop_infos[stop].class == STOP_BUG ? "showed an error of the program"
                                            : stop_infos[stop].meaning;
}
