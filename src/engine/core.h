/* The way from the public handle to the engine inside, for the commands of the program. */
#ifndef AMLINT_ENGINE_CORE_H
#define AMLINT_ENGINE_CORE_H

#include "amlint/amlint.h"
#include "engine/engine.h"

/* Never NULL; owned by the handle, and gone with it. */
aml_engine *aml_engine_core(amlint_engine *engine);

#endif
