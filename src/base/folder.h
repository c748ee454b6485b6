/* folder.h — removes what programs leave behind. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include "base/base.h"

/* Removes everything in the folder, however deep; what cannot be removed stays. */
void folder_empty(const char *path);

#endif
