/* choose.h — which of the worst paths of the training sizes a policy is made of. */
#ifndef POLICY_CHOOSE_H
#define POLICY_CHOOSE_H

#include "policy/lesson.h"

/* What options.keep makes of the lessons. */
void lessons_policy(const Hunt *h, const LessonVec *lessons, const PolicyOptions *options,
                    Policy *ret);

/* Which of the worst paths is FIRST or LAST; there must be one. */
u32 lesson_pick(const Hunt *h, const Lesson *l, Keep keep);

#endif
