/* agent_file.h — what an agent has learned, in a file that another run, size or metric can begin
 * with. */
#pragma once

#include "learned/agent.h"

/* Written beside and then renamed: an interrupted run leaves the old file or the new one. */
must_use Err agent_save(const Agent *a, const char *path);

/* An agent with the settings given, the shape of its network excepted, which is the file's.  Errors
 * name the file and what is wrong with it. */
must_use Err agent_load(const char *path, const AgentConfig *config, u64 seed, Agent **ret_agent);
