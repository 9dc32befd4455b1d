#include "engine/run_budget.h"

#include "base/limits.h"

static size_t count_bytes(const aml_bounds *bounds) {
  size_t bytes = bounds->own_bytes;
  for (size_t i = 0; i < bounds->inputs->files.count; i++) {
    bytes += bounds->inputs->files.items[i]->source->bytes.len;
  }
  return bytes;
}

static size_t memory_of_run(const aml_bounds *bounds, size_t bytes) {
  return bounds->max_memory != 0 ? bounds->max_memory
                                 : AML_RUN_MEMORY + bytes * AML_RUN_MEMORY_FOR_A_BYTE +
                                       bounds->inputs->files.count * AML_RUN_MEMORY_FOR_A_FILE;
}

/* Resources that somebody wrote down: of copies, of parameter sets and of templates that are linked again and
 * again each counts once, for it does not stand behind all that its file had before. 0 until they are linked.
 */
static size_t count_declared(const aml_bounds *bounds) {
  size_t resources = bounds->estate->declared == NULL ? 0 : aml_graph_count(bounds->estate->declared);
  aml_arena scratch; /* which is given back, for this is asked for each file whose budget ended */
  aml_arena_init(&scratch, SIZE_MAX);
  aml_arena_share_guard(&scratch, bounds->arena);
  uint32_t *furthest = AML_NEW_ARRAY(&scratch, uint32_t, aml_sources_count(bounds->inputs->sources) + 1);
  size_t declared = 0;
  for (size_t i = 0; i < resources; i++) {
    aml_span span = aml_graph_at(bounds->estate->declared, i)->span;
    if (span.end > furthest[span.source]) {
      furthest[span.source] = span.end;
      declared++;
    }
  }
  aml_arena_release(&scratch);
  return declared;
}

/* The work that many resources make is as long as their text, up to what a small run may take at most. */
static size_t steps_of_run(const aml_bounds *bounds, size_t bytes) {
  size_t large = bytes > AML_RUN_SMALL ? bytes - AML_RUN_SMALL : 0;
  size_t written = count_declared(bounds) * AML_RUN_STEPS_FOR_A_RESOURCE;
  size_t small = written < AML_RUN_STEPS ? AML_RUN_STEPS : written;
  small = small > AML_RUN_STEPS_MOST ? AML_RUN_STEPS_MOST : small;
  return small + large * AML_RUN_STEPS_FOR_A_BYTE + bounds->inputs->files.count * AML_RUN_STEPS_FOR_A_FILE;
}

size_t aml_engine_memory_held(const aml_bounds *bounds) {
  size_t held = bounds->arena->used + bounds->held_by_checks + bounds->held_beside;
  for (size_t i = 0; i < bounds->inputs->files.count; i++) {
    const aml_file *file = bounds->inputs->files.items[i];
    held += file->arena.used;
    for (size_t k = 0; k < file->units.count; k++) {
      held += file->units.items[k]->arena.used;
    }
  }
  return held;
}

static size_t subtract(size_t from, size_t what) {
  return from > what ? from - what : 0;
}

/* An eighth is kept for what is told where the rest did not suffice. */
static size_t memory_left(const aml_bounds *bounds, size_t bytes) {
  size_t memory = memory_of_run(bounds, bytes);
  return subtract(memory - memory / 8, aml_engine_memory_held(bounds));
}

void aml_engine_renew_budget(aml_bounds *bounds, bool is_anew) {
  aml_budget *budget = &bounds->budget;
  size_t bytes = count_bytes(bounds);
  size_t used = is_anew ? 0 : budget->given_steps - aml_budget_steps(budget);
  bounds->arena->budget = NULL; /* what is counted here is not charged */
  size_t steps = steps_of_run(bounds, bytes) / 2;
  *budget = aml_budget_of(subtract(steps, used), memory_left(bounds, bytes), bounds->finish);
  budget->given_steps = steps;
  bounds->arena->budget = budget;
}

/* The more bytes, the more the run may take, unless it was said how much. */
static size_t memory_for_a_byte(const aml_bounds *bounds) {
  return bounds->max_memory == 0 ? AML_RUN_MEMORY_FOR_A_BYTE : 0;
}

void aml_engine_allow_own(aml_bounds *bounds, size_t bytes) {
  size_t more = subtract(bounds->own_bytes + bytes, AML_RUN_SMALL);
  more = more < bytes ? more : bytes;
  bounds->own_bytes += bytes;
  bounds->budget.steps += more * AML_RUN_STEPS_FOR_A_BYTE;
  bounds->budget.given_steps += more * AML_RUN_STEPS_FOR_A_BYTE;
  bounds->budget.memory += bytes * memory_for_a_byte(bounds);
}

void aml_engine_begin_reading(aml_bounds *bounds, size_t quarters) {
  size_t memory = memory_left(bounds, count_bytes(bounds)) / 4 * quarters;
  bounds->reading = (aml_room){.left = memory, .given = memory};
}

static aml_allowance allow(const aml_bounds *bounds, size_t memory) {
  return (aml_allowance){memory, memory_for_a_byte(bounds), bounds->finish};
}

aml_allowance aml_engine_allow_reading(const aml_bounds *bounds, size_t part) {
  return allow(bounds, bounds->reading.left / part);
}

aml_allowance aml_engine_allow_opening(const aml_bounds *bounds) {
  return allow(bounds, bounds->reading.given);
}

bool aml_engine_charge_reading(aml_bounds *bounds, const aml_file *file) {
  size_t charge = subtract(file->arena.used, file->source->bytes.len * memory_for_a_byte(bounds));
  bool is_enough = charge <= bounds->reading.left;
  bounds->reading.left = subtract(bounds->reading.left, charge);
  return is_enough;
}

aml_means aml_engine_means(const aml_bounds *bounds, size_t jobs, size_t weight) {
  size_t bytes = count_bytes(bounds);
  return (aml_means){.steps = steps_of_run(bounds, bytes),
      .memory = memory_left(bounds, bytes),
      .jobs = jobs,
      .weight = weight,
      .finish = bounds->finish};
}

/* A quarter of all for each job alike, and a quarter by weight: half is left for those who need more. */
static size_t share(const aml_means *means, size_t all, size_t weight) {
  if (means->jobs <= 1) {
    return all;
  }
  size_t quarter = all / 4;
  double part = means->weight == 0 ? 0 : (double)weight / (double)means->weight;
  return quarter / means->jobs + (size_t)((double)quarter * part);
}

aml_budget aml_means_share(const aml_means *means, size_t weight) {
  return aml_budget_of(
      share(means, means->steps, weight), share(means, means->memory, weight), means->finish);
}

aml_budget aml_means_rest(const aml_means *means, size_t jobs) {
  size_t parts = jobs > 1 ? 2 : 1;
  return aml_budget_of(means->steps / parts, means->memory / parts, means->finish);
}

void aml_means_spend(aml_means *means, size_t steps, size_t memory) {
  means->steps = subtract(means->steps, steps);
  means->memory = subtract(means->memory, memory);
}

void aml_means_settle(aml_means *means, const aml_budget *budget) {
  aml_means_spend(
      means, budget->given_steps - aml_budget_steps(budget), budget->given_memory - budget->memory);
}

/* What all files of the run may take together: that a file got a part of it is no number to be told. */
static aml_sv limit_of(const aml_bounds *bounds, const aml_budget *budget) {
  size_t bytes = count_bytes(bounds);
  switch (budget->end) {
  case AML_BUDGET_MEMORY:
    return aml_sv_format(
        bounds->arena, "of %zu MB of memory for all files of a run", memory_of_run(bounds, bytes) >> 20);
  case AML_BUDGET_TIME:
    return aml_sv_format(bounds->arena, "of %zu seconds for the run", bounds->timeout);
  case AML_BUDGET_STEPS:
    return aml_sv_format(bounds->arena, "of %zu steps for all files of a run",
        budget == &bounds->budget ? budget->given_steps : steps_of_run(bounds, bytes));
  case AML_BUDGET_OPEN:
    break;
  }
  return AML_SV("of memory for one file");
}

static const char *way_out_of(const aml_budget *budget) {
  switch (budget->end) {
  case AML_BUDGET_MEMORY:
    return "Allow more with '--max-memory', use smaller copy loops, or check fewer files at once.";
  case AML_BUDGET_TIME:
    return "Allow more with '--timeout', or check fewer files at once.";
  case AML_BUDGET_STEPS:
  case AML_BUDGET_OPEN:
    break;
  }
  return "Use smaller copy loops, or check fewer files at once.";
}

/* Where nothing more precise is known: the configuration, or else a file. */
static aml_span place_of_run(const aml_inputs *inputs, const aml_criteria *criteria) {
  aml_source_id id = aml_engine_config_for(criteria, (aml_sv){NULL, 0})->source;
  if (id == 0 && inputs->files.count > 0) {
    id = inputs->files.items[0]->source->id;
  }
  return id == 0 ? AML_NO_SPAN : (aml_span){id, 0, 0};
}

void aml_engine_tell_end(
    const aml_bounds *bounds, const aml_criteria *criteria, aml_remarks *remarks, const char *what) {
  const aml_budget *budget = &bounds->budget;
  aml_sv limit = limit_of(bounds, budget);
  if (remarks->diags.list.count >= remarks->diags.most) { /* this one is never too much */
    remarks->diags.most = remarks->diags.list.count + 1;
  }
  aml_diag *diag = aml_diags_add(&remarks->diags, "AML003",
      budget->place == NULL ? place_of_run(bounds->inputs, criteria) : *budget->place,
      "%s reaches the limit %.*s; later steps were skipped, so exceptions and severities may be missing.",
      what, AML_SV_ARG(limit));
  diag->help = aml_sv_of(way_out_of(budget));
  diag->is_incomplete = true;
}

void aml_engine_tell_budget(const aml_bounds *bounds, const aml_budget *budget, aml_span otherwise,
    const char *what, aml_sv subject, aml_remarks *remarks) {
  aml_span span = budget->place != NULL && !aml_span_is_none(*budget->place) ? *budget->place : otherwise;
  bool is_kept = remarks->diags.list.count < remarks->diags.most; /* else it is only counted */
  aml_sv limit = is_kept ? limit_of(bounds, budget) : AML_SV("");
  aml_diag *diag = aml_diags_add(&remarks->diags, "AML003", span,
      "%s '%.*s' reaches the limit %.*s; the rest of it was not checked.", what, AML_SV_ARG(subject),
      AML_SV_ARG(limit));
  diag->help = aml_sv_of(way_out_of(budget));
  diag->is_incomplete = true;
}

static void tell_file_limit(const aml_file *file, aml_span span, aml_remarks *remarks) {
  aml_diag *diag = aml_diags_add(&remarks->diags, "AML003", span,
      "Reading '%.*s' reaches the limit of %zu MB of memory for one file; it was not checked.",
      AML_SV_ARG(file->source->path), file->budget.given_memory >> 20);
  diag->help = AML_SV("Divide the file into smaller ones.");
  diag->is_incomplete = true;
}

void aml_engine_tell_reading(const aml_bounds *bounds, const aml_file *file, aml_remarks *remarks) {
  aml_span start = {file->source->id, 0, 0};
  if (file->is_bounded_alone && file->budget.end == AML_BUDGET_MEMORY) {
    tell_file_limit(file, start, remarks);
  } else {
    aml_engine_tell_budget(bounds, &file->budget, start, "Reading", file->source->path, remarks);
  }
}
