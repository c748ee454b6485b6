/* folder.h — removes what programs leave behind. */
#pragma once

#include "base/base.h"

/* Removes everything in the folder, however deep; what cannot be removed stays. */
void folder_empty(const char *path);
