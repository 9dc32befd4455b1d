/* What a record costs: the processor time of `amlint audit --record` over n, 2n and 4n clusters, each
 * declared and exported, against that of reading the evidence alone into trees.
 *
 * usage: bench_evidence SHARED PROGRAM      SHARED is not used
 *
 * Exit status 1 where four times as many clusters take more than eight times as long. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "tree/read.h"

enum { SMALLEST = 2500, STEPS = 3, PER_FILE = 100 };
static const double worst_growth = 8.0;

#define WORKSPACE                                                                                            \
  "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-ml/providers/"                      \
  "Microsoft.MachineLearningServices/workspaces/ws-ml"

/* As `az ml compute list` prints a cluster. */
static void print_export(FILE *out, size_t i) {
  (void)fprintf(out,
      "%s  {\n    \"created_on\": \"2026-01-01T08:00:00.000000+0000\",\n    \"enable_node_public_ip\": "
      "true,\n"
      "    \"id\": \"" WORKSPACE "/computes/c%zu\",\n    \"idle_time_before_scale_down\": 120.0,\n"
      "    \"identity\": {\n      \"principal_id\": \"00000000-0000-0000-0000-000000000000\",\n"
      "      \"tenant_id\": \"00000000-0000-0000-0000-000000000000\",\n      \"type\": \"system_assigned\"\n "
      "   },\n"
      "    \"location\": \"westeurope\",\n    \"max_instances\": 4,\n    \"min_instances\": %zu,\n"
      "    \"name\": \"c%zu\",\n    \"network_settings\": {},\n    \"provisioning_state\": \"Succeeded\",\n"
      "    \"resourceGroup\": \"rg-ml\",\n    \"size\": \"STANDARD_DS3_V2\",\n"
      "    \"ssh_public_access_enabled\": false,\n    \"tags\": {\n      \"cost-center\": \"4711\",\n"
      "      \"owner\": \"team-%zu\"\n    },\n    \"tier\": \"dedicated\",\n    \"type\": \"amlcompute\"\n  "
      "}",
      i == 0 ? "" : ",\n", i, i % 10 == 0 ? (size_t)1 : (size_t)0, i, i % 7);
}

static void print_declaration(FILE *out, size_t i) {
  (void)fprintf(out,
      "---\n$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\nname: c%zu\n"
      "type: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 0\nmax_instances: 4\n"
      "idle_time_before_scale_down: 120\nssh_public_access_enabled: false\nidentity: {type: "
      "system_assigned}\n"
      "tags: {owner: team-%zu, cost-center: \"4711\"}\n",
      i, i % 7);
}

static FILE *open_in(int folder, const char *name) {
  int fd = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
  if (out == NULL) {
    perror(name);
    exit(2);
  }
  return out;
}

static void write_estate(int folder, size_t count) {
  FILE *config = open_in(folder, "amlint.yml");
  (void)fputs("workspaces:\n  - {name: ws-ml, resourceGroup: rg-ml, subscription: "
              "00000000-0000-0000-0000-000000000001, location: westeurope}\n",
      config);
  (void)fclose(config);
  FILE *export = open_in(folder, "computes.json");
  (void)fputs("[\n", export);
  for (size_t i = 0; i < count; i++) {
    print_export(export, i);
  }
  (void)fputs("\n]\n", export);
  (void)fclose(export);
  for (size_t file = 0; file * PER_FILE < count; file++) {
    char name[64];
    (void)snprintf(name, sizeof name, "declared/%zu.yml", file);
    FILE *out = open_in(folder, name);
    for (size_t i = file * PER_FILE; i < count && i < (file + 1) * PER_FILE; i++) {
      print_declaration(out, i);
    }
    (void)fclose(out);
  }
}

static double in_ms(const struct rusage *usage) {
  return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1e3 +
         (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e3;
}

/* Processor time of the record; exits where the program fails. */
static double record(const char *program, const char *folder) {
  struct rusage usage;
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    if (chdir(folder) == 0) {
      execl(program, program, "audit", "-q", "declared", "--evidence", "computes.json", "--as-of",
          "2026-11-21", "--record", "record.json", (char *)NULL);
    }
    _exit(127);
  }
  while (child < 0 || (wait4(child, &status, 0, &usage) < 0 && errno != EINTR)) {
    perror(program);
    exit(2);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
    (void)fprintf(stderr, "%s ended with status %d\n", program, status);
    exit(2);
  }
  return in_ms(&usage);
}

/* Processor time of reading the evidence alone. */
static double read_alone(const char *folder, size_t *bytes) {
  aml_arena arena;
  struct rusage before;
  struct rusage after;
  char path[128];
  uint32_t bad_at;
  aml_error error;
  aml_diags diags;
  aml_arena_init(&arena, SIZE_MAX);
  aml_diags_init(&diags, &arena);
  (void)snprintf(path, sizeof path, "%s/computes.json", folder);
  (void)getrusage(RUSAGE_SELF, &before);
  aml_source *source = aml_sources_add(aml_sources_new(&arena), aml_sv_of(path), aml_sv_of(path));
  if (aml_source_read(source, &arena, AML_LIMIT_FILE_BYTES, &bad_at, &error) != AML_OK ||
      aml_tree_read(source, &arena, &diags)->documents.count != 1) {
    (void)fprintf(stderr, "the evidence cannot be read\n");
    exit(2);
  }
  (void)getrusage(RUSAGE_SELF, &after);
  *bytes = source->bytes.len;
  aml_arena_release(&arena);
  return in_ms(&after) - in_ms(&before);
}

static void remove_estate(const char *folder) {
  char command[128];
  (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
  if (system(command) != 0) { /* NOLINT(cert-env33-c): a folder of our own, whose name we made */
    perror(folder);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    (void)fprintf(stderr, "usage: %s SHARED PROGRAM\n", argv[0]);
    return 2;
  }
  double first = 0;
  double last = 0;
  for (size_t step = 0, count = SMALLEST; step < STEPS; step++, count *= 2) {
    char folder[] = "/tmp/amlint-bench-XXXXXX";
    int fd = mkdtemp(folder) == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || mkdirat(fd, "declared", S_IRWXU) != 0) {
      perror(folder);
      return 2;
    }
    write_estate(fd, count);
    (void)close(fd);
    size_t bytes = 0;
    last = record(argv[2], folder);
    first = step == 0 ? last : first;
    double alone = read_alone(folder, &bytes);
    printf("%zu clusters, %zu KiB of evidence: the record %.0f ms of processor time, reading alone %.1f ms, "
           "%.0f times\n",
        count, bytes >> 10, last, alone, last / alone);
    remove_estate(folder);
  }
  bool is_over = last > worst_growth * first;
  printf("growth: %.1f for four times as many%s\n", last / first, is_over ? ", over the budget" : "");
  return is_over ? 1 : 0;
}
