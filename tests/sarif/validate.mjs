// Checks SARIF logs by two validators that know nothing of amlint, and fails on anything that either has to say:
// the OASIS schema by ajv, and Microsoft's multitool with its rules for SARIF and for GitHub at every level. The
// multitool's exit status says nothing about findings, so its own log is counted.
//
// usage: node validate.mjs [--kinds 'Sarif;Ghas'] FILE.sarif...
// exit: 0 clean, 1 not clean, 2 usage, 77 the packages are not installed (npm ci --prefix tests/sarif)
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const multitool = join(here, 'node_modules', '@microsoft', 'sarif-multitool-linux');

const args = process.argv.slice(2);
let kinds = 'Sarif;Ghas';
if (args[0] === '--kinds') {
  args.shift();
  kinds = args.shift();
}
if (args.length === 0) {
  console.error("usage: node validate.mjs [--kinds 'Sarif;Ghas'] FILE.sarif...");
  process.exit(2);
}
if (!existsSync(multitool)) {
  console.log('skipped: the packages are not installed; run `npm ci --prefix tests/sarif`');
  process.exit(77);
}

const schema = JSON.parse(readFileSync(join(multitool, 'sarif-2.1.0.json'), 'utf8'));
const { default: Ajv } = await import(schema.$schema.includes('2020-12') ? 'ajv/dist/2020.js' : 'ajv-draft-04');
const { default: addFormats } = await import('ajv-formats');
const ajv = new Ajv({ allErrors: true, strict: false });
addFormats(ajv);
const matchesSchema = ajv.compile(schema);

function checkSchema(log) {
  return matchesSchema(log) ? [] : matchesSchema.errors.map((e) => `schema: ${e.instancePath} ${e.message}`);
}

function checkByMultitool(file, folder) {
  const out = join(folder, 'out.sarif');
  const program = join(multitool, 'Sarif.Multitool');
  chmodSync(program, 0o755); // left to an install script, which npm may not run
  try {
    execFileSync(program, ['validate', file, '--rule-kind', kinds, '--level', 'Error;Warning;Note', '-c',
      join(here, 'policy.xml'), '-o', out, '--log', 'ForceOverwrite'],
    { stdio: 'pipe', env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' } });
  } catch (e) {
    return [`multitool: ended with status ${e.status}: ${e.stdout}`];
  }
  const run = JSON.parse(readFileSync(out, 'utf8')).runs[0];
  const rules = run.tool.driver.rules ?? [];
  const results = (run.results ?? []).map((result) => {
    const id = result.ruleId ?? rules[result.ruleIndex]?.id;
    const strings = rules.find((rule) => rule.id === id)?.messageStrings ?? {};
    const template = result.message.text ?? strings[result.message.id]?.text ?? '';
    const text = template.replace(/\{(\d+)\}/g, (_, n) => result.message.arguments?.[n] ?? '');
    return `multitool: ${result.level ?? 'warning'} ${id}: ${text}`;
  });
  // The id of an Azure Policy definition is its owner's, who names it as they like; ours follow the convention.
  const ours = results.filter((line) => !(line.includes('SARIF2009') && !/the rule 'AML\d/.test(line)));
  const failures = (run.invocations ?? []).flatMap((i) => i.toolExecutionNotifications ?? [])
    .filter((n) => n.level === 'error').map((n) => `multitool: ${n.message.text}`);
  return [...ours, ...failures];
}

const folder = mkdtempSync(join(tmpdir(), 'amlint-sarif-'));
let problems = 0;
for (const file of args) {
  const text = readFileSync(file, 'utf8');
  const said = [...checkSchema(JSON.parse(text)), ...checkByMultitool(file, folder)];
  said.forEach((line) => console.log(`${file}: ${line}`));
  problems += said.length;
}
rmSync(folder, { recursive: true });
console.log(`${args.length} logs, ${problems} results`);
process.exit(problems === 0 ? 0 : 1);
