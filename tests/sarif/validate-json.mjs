// Checks reports in the formats json and jsonl against their JSON schema.
//
// usage: node validate-json.mjs SCHEMA FILE...     a line of a .jsonl file is checked as a finding, or as a notice where it has no rule
// exit: 0 valid, 1 not valid, 2 usage, 77 the packages are not installed (npm ci --prefix tests/sarif)
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [schemaFile, ...files] = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node validate-json.mjs SCHEMA FILE...');
  process.exit(2);
}
if (!existsSync(join(dirname(fileURLToPath(import.meta.url)), 'node_modules', 'ajv'))) {
  console.log('skipped: the packages are not installed; run `npm ci --prefix tests/sarif`');
  process.exit(77);
}

const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
const { default: Ajv } = await import(schema.$schema.includes('2020-12') ? 'ajv/dist/2020.js' : 'ajv');
const { default: addFormats } = await import('ajv-formats');
const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
ajv.addSchema(schema, 'report');
const matchesReport = ajv.getSchema('report');
const matchesFinding = ajv.getSchema('report#/definitions/finding');
const matchesNotice = ajv.getSchema('report#/definitions/notice');

let problems = 0;
let checked = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const isLines = file.endsWith('.jsonl');
  const parts = isLines ? text.split('\n').filter((line) => line !== '') : [text];
  for (const part of parts) {
    checked += 1;
    const value = JSON.parse(part);
    const matches = !isLines ? matchesReport : 'rule' in value ? matchesFinding : matchesNotice;
    if (!matches(value)) {
      problems += matches.errors.length;
      matches.errors.forEach((e) => console.log(`${file}: ${e.instancePath} ${e.message}`));
    }
  }
}
console.log(`${checked} objects, ${problems} problems`);
process.exit(problems === 0 ? 0 : 1);
