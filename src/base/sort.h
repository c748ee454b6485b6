/* sort.h — sorting of plain numbers. */
#pragma once

#include "base/base.h"

void u32_sort(u32 *at, u32 n);     /* ascending; at may be NULL when n is 0 */
u32 u32_sort_once(u32 *at, u32 n); /* each once; returns how many are left */
