// Checks of SARIF logs what neither the schema nor Microsoft's validator looks at. Knows nothing of amlint but that its
// addresses are relative to SRCROOT; reads lines and columns by itself.
//
// usage: node invariants.mjs [--root FOLDER] [--broken] FILE.sarif...
//   --root FOLDER  where the files of the log are; without it, only files that the log embeds are looked into
//   --broken       each log is broken by hand in every way that is looked for, and each must be noticed
// exit: 0 all hold, 1 some do not, 2 usage
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const levels = new Set(['none', 'note', 'warning', 'error']);

// The text of an artifact location: null where it is not at hand.
function reader(run, root) {
  const texts = new Map();
  for (const artifact of run.artifacts ?? []) {
    if (artifact.contents?.text !== undefined) texts.set(artifact.location.uri, artifact.contents.text);
  }
  return (uri) => {
    if (!texts.has(uri)) {
      const file = root === undefined ? undefined : join(root, decodeURIComponent(uri));
      const bytes = file !== undefined && existsSync(file) ? readFileSync(file) : undefined;
      const isUtf16 = bytes !== undefined && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
      texts.set(uri, bytes === undefined || isUtf16 ? null : bytes.toString('utf8').replace(/^\uFEFF/, ''));
    }
    return texts.get(uri);
  };
}

// Lines by their beginnings, in UTF-16 units: LF, CR LF and a lone CR end one.
function lineStarts(text) {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}

// The offset in UTF-16 units of a line and a column in code points; -1 where there is no such place.
function offsetOf(text, starts, line, column) {
  if (line < 1 || line > starts.length) return -1;
  const end = line < starts.length ? starts[line] : text.length;
  let at = starts[line - 1];
  for (let left = column - 1; left > 0; left--) {
    if (at >= end) return -1;
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
}

function checkRegion(say, where, text, region, tokens) {
  const starts = lineStarts(text);
  if (region.startColumn === undefined) return; // lines only
  const begin = offsetOf(text, starts, region.startLine, region.startColumn);
  const end = offsetOf(text, starts, region.endLine, region.endColumn);
  if (begin < 0 || end < 0 || end < begin) return say(`${where}: the region is not inside the file`);
  const snippet = region.snippet?.text;
  if (snippet === undefined || text.includes('\uFFFD') || snippet.includes('\uFFFD')) return; // ill-formed bytes are shown otherwise
  const parts = tokens.reduce((all, token) => all.flatMap((part) => part.split(token)), [snippet]);
  const isMasked = parts.length > 1;
  const actual = text.slice(begin, end);
  const isSame = isMasked ? parts.every((part) => actual.includes(part)) : actual === snippet;
  if (!isSame) say(`${where}: the snippet is not the text of the region`);
}

function checkPlace(say, where, physical, read, tokens, root) {
  const { uri } = physical?.artifactLocation ?? {};
  if (uri === undefined) return say(`${where}: no file`);
  const text = read(uri);
  if (text === null) {
    if (root !== undefined && !existsSync(join(root, decodeURIComponent(uri)))) say(`${where}: there is no file '${uri}'`);
    return;
  }
  for (const key of ['region', 'contextRegion']) {
    if (physical[key]) checkRegion(say, `${where}, ${key}`, text, physical[key], tokens);
  }
}

function fill(template, args) {
  return template.replace(/\{\{|\}\}|\{(\d+)\}/g, (all, n) => (n === undefined ? all[0] : args?.[n] ?? `{${n}}`));
}

function checkMessage(say, where, result, rule) {
  const { text, id, arguments: args } = result.message;
  const template = rule.messageStrings?.[id]?.text;
  if (template === undefined) return say(`${where}: the rule has no message string '${id}'`);
  const filled = fill(template, args);
  const links = text.startsWith(filled) ? text.slice(filled.length) : undefined;
  const isLinks = links === '' || (/^ See \[.*\]\(\d+\)\.$/s.test(links ?? '') && (result.relatedLocations ?? []).length > 0);
  if (!isLinks) say(`${where}: the text is not the message string filled with the arguments`);
  for (const [, target] of text.matchAll(/(?<!\\)\]\((\d+)\)/g)) {
    if (!(result.relatedLocations ?? []).some((l) => l.id === Number(target))) say(`${where}: link ${target} leads nowhere`);
  }
}

function checkFixes(say, where, result, read) {
  (result.fixes ?? []).forEach((fix) => fix.artifactChanges.forEach((change) => {
    const text = read(change.artifactLocation.uri);
    if (text === null) return;
    const starts = lineStarts(text);
    let last = 0;
    let edited = '';
    for (const { deletedRegion: r, insertedContent } of change.replacements) {
      const begin = offsetOf(text, starts, r.startLine, r.startColumn);
      const end = offsetOf(text, starts, r.endLine, r.endColumn);
      if (begin < last || end < begin) return say(`${where}: a fix overlaps itself or leaves the file`);
      edited += text.slice(last, begin) + (insertedContent?.text ?? '');
      last = end;
    }
    if (edited + text.slice(last) === text) say(`${where}: a fix changes nothing`);
  }));
}

function compareUtf8(a, b) {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

function orderOf(result) {
  const { artifactLocation, region } = result.locations[0].physicalLocation;
  return { uri: decodeURIComponent(artifactLocation.uri), line: region.startLine, column: region.startColumn };
}

function checkOrder(say, results) {
  for (let i = 1; i < results.length; i++) {
    const a = orderOf(results[i - 1]);
    const b = orderOf(results[i]);
    if ((compareUtf8(a.uri, b.uri) || a.line - b.line || a.column - b.column) > 0) say(`results ${i - 1} and ${i} are out of order`);
  }
}

function checkAllOrNone(say, results, key) {
  const count = results.filter((result) => result[key] !== undefined).length;
  if (count !== 0 && count !== results.length) say(`${count} of ${results.length} results have '${key}'`);
}

function checkInvocation(say, run) {
  const [invocation] = run.invocations ?? [];
  if (!invocation) return say('there is no invocation');
  const notes = [...(invocation.toolExecutionNotifications ?? []), ...(invocation.toolConfigurationNotifications ?? [])];
  const hasError = notes.some((note) => note.level === 'error');
  if (invocation.executionSuccessful === hasError) say('executionSuccessful does not agree with the notifications');
  notes.forEach((note, i) => {
    const descriptor = run.tool.driver.notifications?.[note.descriptor?.index];
    if (descriptor?.id !== note.descriptor?.id) say(`notification ${i}: index and id of the descriptor differ`);
  });
  (invocation.ruleConfigurationOverrides ?? []).forEach((override, i) => {
    if (run.tool.driver.rules[override.descriptor.index]?.id !== override.descriptor.id) say(`override ${i}: index and id differ`);
  });
}

function checkTaxonomies(say, run) {
  for (const rule of run.tool.driver.rules) {
    for (const { target } of rule.relationships ?? []) {
      const taxonomy = run.taxonomies?.[target.toolComponent.index];
      if (taxonomy?.name !== target.toolComponent.name || taxonomy.taxa[target.index]?.id !== target.id) say(`${rule.id}: a relationship leads nowhere`);
    }
  }
}

function checkPolicies(say, run) {
  for (const policy of run.policies ?? []) {
    for (const rule of policy.rules ?? []) {
      if (!run.tool.driver.rules.some((r) => r.id === rule.id)) say(`policy '${policy.name}': the driver has no rule '${rule.id}'`);
    }
  }
}

function checkRun(run, root) {
  const said = [];
  const say = (text) => said.push(text);
  const rules = run.tool.driver.rules;
  const results = run.results;
  const read = reader(run, root);
  const tokens = run.redactionTokens ?? [];
  if (!Array.isArray(results)) return ['there is no array of results'];
  if (run.columnKind !== 'unicodeCodePoints') say('columnKind is not unicodeCodePoints');
  if (rules.some((rule, i) => i > 0 && compareUtf8(rules[i - 1].id, rule.id) >= 0)) say('rules are not sorted by id');
  checkInvocation(say, run);
  checkTaxonomies(say, run);
  checkPolicies(say, run);
  for (const key of ['suppressions', 'baselineState']) checkAllOrNone(say, results, key);
  checkOrder(say, results);
  const hasMask = JSON.stringify(results).includes('***');
  if (hasMask && tokens.length === 0) say('a mask is used, but redactionTokens are not listed');
  const fingerprints = new Set();
  results.forEach((result, i) => {
    const where = `result ${i} (${result.ruleId})`;
    const rule = rules[result.ruleIndex];
    if (rule?.id !== result.ruleId) return say(`${where}: ruleIndex does not point at the rule`);
    if (!levels.has(result.level) || (result.kind !== 'fail') !== (result.level === 'none')) say(`${where}: level '${result.level}' with kind '${result.kind}'`);
    if (result.rank !== undefined && !(result.rank >= 0 && result.rank <= 100)) say(`${where}: rank ${result.rank}`);
    if (result.locations?.length !== 1) return say(`${where}: not one location`);
    checkMessage(say, where, result, rule);
    checkPlace(say, where, result.locations[0].physicalLocation, read, tokens, root);
    (result.relatedLocations ?? []).forEach((l, k) => {
      if (l.id !== k + 1) say(`${where}: related location ${k} has id ${l.id}`);
      checkPlace(say, `${where}, related ${k}`, l.physicalLocation, read, tokens, root);
    });
    checkFixes(say, where, result, read);
    const fingerprint = result.partialFingerprints?.['resourceProperty/v1'];
    const isFinding = ['fail', 'open'].includes(result.kind);
    if (isFinding !== (fingerprint !== undefined)) say(`${where}: a fingerprint with kind '${result.kind}', or none`);
    if (isFinding && (!/^[0-9a-f]{64}$/.test(fingerprint) || fingerprints.has(fingerprint))) say(`${where}: the fingerprint is missing or not unique`);
    if (isFinding) fingerprints.add(fingerprint);
  });
  return said;
}

// What could be wrong, done to a copy of a run: name, change, which says false where the run has nothing of the kind.
const breakages = [
  ['one suppression gone', (run) => run.results.length > 1 && run.results[0].suppressions !== undefined && delete run.results[0].suppressions],
  ['one baselineState more or less', (run) => run.results.length > 1 && (run.results[0].baselineState ? delete run.results[0].baselineState : (run.results[0].baselineState = 'new'))],
  ['columnKind gone', (run) => delete run.columnKind],
  ['success turned', (run) => { run.invocations[0].executionSuccessful = !run.invocations[0].executionSuccessful; }],
  ['level against kind', (run) => run.results.length > 0 && (run.results[0].kind = 'pass')],
  ['ruleIndex moved', (run) => run.results.length > 0 && (run.results[0].ruleIndex += 1)],
  ['snippet changed', (run, read) => change(run, read, (region) => { region.snippet.text += '!'; })],
  ['region past the end', (run, read) => change(run, read, (region) => { region.endLine += 100000; })],
  ['region moved', (run, read) => change(run, read, (region) => { region.startColumn += 1; region.endColumn += 1; })],
  ['order turned', (run) => new Set(run.results.map((r) => r.locations[0].physicalLocation.artifactLocation.uri)).size > 1 && run.results.reverse()],
  ['text not the string', (run) => run.results.length > 0 && (run.results[0].message.text = `Oh: ${run.results[0].message.text}`)],
  ['argument changed', (run) => run.results.length > 0 && (run.results[0].message.arguments[0] += 'x')],
  ['fix that changes nothing', (run, read) => emptyFix(run, read)],
  ['fingerprint twice', (run) => run.results.length > 1 && (run.results[1].partialFingerprints = run.results[0].partialFingerprints)],
  ['rules unsorted', (run) => run.tool.driver.rules.length > 1 && run.tool.driver.rules.reverse()],
];

function change(run, read, how) {
  const isPlain = (r) => r.startColumn !== undefined && r.snippet.text !== '' && !/\uFFFD|\*\*\*|[\r\n]/.test(r.snippet.text);
  for (const result of run.results) {
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    const text = read(artifactLocation.uri);
    if (text !== null && !text.includes('\uFFFD') && isPlain(region) && new Set(region.snippet.text).size > 1) return how(region) ?? true;
  }
  return false;
}

function emptyFix(run, read) {
  const result = run.results.find((r) => (r.fixes ?? []).some((f) => read(f.artifactChanges[0].artifactLocation.uri) !== null));
  if (!result) return false;
  result.fixes = [{ artifactChanges: [{ artifactLocation: result.fixes[0].artifactChanges[0].artifactLocation,
    replacements: [{ deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 } }] }] }];
  return true;
}

const args = process.argv.slice(2);
let root;
let isBroken = false;
while (args[0]?.startsWith('--')) {
  const option = args.shift();
  if (option === '--root') root = args.shift();
  else if (option === '--broken') isBroken = true;
  else args.length = 0;
}
if (args.length === 0) {
  console.error('usage: node invariants.mjs [--root FOLDER] [--broken] FILE.sarif...');
  process.exit(2);
}
let problems = 0;
const noticed = new Set();
for (const file of args) {
  const { runs } = JSON.parse(readFileSync(file, 'utf8'));
  for (const run of runs) {
    const said = checkRun(run, root);
    said.forEach((line) => console.log(`${file}: ${line}`));
    problems += said.length;
    for (const [name, breakIt] of isBroken ? breakages : []) {
      const copy = structuredClone(run);
      if (breakIt(copy, reader(copy, root)) === false) continue;
      if (checkRun(copy, root).length === 0) {
        console.log(`${file}: not noticed: ${name}`);
        problems++;
      }
      noticed.add(name);
    }
  }
}
for (const [name] of isBroken ? breakages : []) {
  if (!noticed.has(name)) {
    console.log(`no log could be broken so: ${name}`);
    problems++;
  }
}
console.log(`${args.length} logs, ${problems} problems`);
process.exit(problems === 0 ? 0 : 1);
