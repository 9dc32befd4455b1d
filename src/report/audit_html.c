/* The audit as one HTML page that needs nothing else: no request leaves it, it prints, it reads without
 * scripts, and all text from files is escaped. The script only sorts and filters what is there. */
#include "base/hash.h"
#include "report/audit.h"
#include "report/out.h"
#include "report/place.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; script-src 'sha256-";
static const char head_end[] =
    "'\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Exceptions audit</title>\n<style>\n"
    ":root{--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#d0d7de;--band:#f6f8fa;--bad:#a40e26;"
    "--warn:#7a4d00;--good:#116329;--focus:#0550ae}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9198a1;"
    "--line:#3d444d;--band:#151b23;--bad:#ff9492;--warn:#e3b341;--good:#56d364;--focus:#79c0ff}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);"
    "background:var(--paper)}\n"
    "h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}"
    "p{margin:.25rem 0;max-width:70ch}\n"
    ".soft{color:var(--soft)}.wide{overflow-x:auto}\n"
    ".bad,.warn,.good{font-weight:600}.bad{color:var(--bad)}.warn{color:var(--warn)}.good{color:var(--good)}"
    "\n"
    ".tally{display:flex;flex-wrap:wrap;gap:.5rem;margin:.75rem 0;padding:0;list-style:none}\n"
    ".tally li{padding:.1rem .6rem;border:1px solid var(--line);border-radius:1rem;font-size:.875rem}\n"
    ".filter{display:flex;flex-wrap:wrap;align-items:flex-end;gap:1rem;margin:1rem 0}\n"
    ".filter label{display:flex;flex-direction:column;font-size:.875rem}\n"
    "input,select{font:inherit;height:2.25rem;padding:.3rem .5rem;color:inherit;background:var(--paper);"
    "border:1px solid var(--soft);border-radius:4px}#text{width:18rem;max-width:100%}\n"
    "table{border-collapse:collapse;width:100%;font-size:.875rem}\n"
    "caption{text-align:left;color:var(--soft);padding:.25rem 0}\n"
    "th,td{border-bottom:1px solid var(--line);padding:.4rem .5rem;text-align:left;vertical-align:top;"
    "overflow-wrap:anywhere}\n"
    "th{background:var(--band);overflow-wrap:normal;vertical-align:bottom}"
    ".entries th,.entries .number{padding-right:1.1rem}.number{text-align:right;white-space:nowrap}"
    "th.number{white-space:normal}\n"
    ".entries td{min-width:4.75rem}.entries td.number{min-width:0}.entries "
    "td[data-label=State]{overflow-wrap:normal}"
    ".entries td[data-label=Exception]{min-width:8rem}.entries td[data-label=Covers]{min-width:16rem}"
    ".entries td[data-label=Until]{white-space:nowrap}\n"
    ".entries p{margin:.15rem 0 0;color:var(--soft)}\n"
    "th button{all:unset;cursor:pointer;font-weight:600}th button:hover{text-decoration:underline}\n"
    "th[aria-sort] button::after{content:'\\25B2';position:absolute;margin-left:.2em}"
    "th[aria-sort=descending] button::after{content:'\\25BC'}\n"
    "summary{cursor:pointer;width:max-content;max-width:100%}"
    "details ul{margin:.25rem 0;padding-left:1.2rem}\n"
    "button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible"
    "{outline:2px solid var(--focus);outline-offset:2px;border-radius:2px}\n"
    "dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem "
    "1rem;margin:0;font-size:.875rem}"
    "dd{margin:0}.totals{display:flex;flex-wrap:wrap;gap:1.5rem}.totals table{width:auto;min-width:12rem}\n"
    "@media screen and (max-width:1100px){body{padding:1rem}.entries thead{position:absolute;left:-9999px}"
    ".entries,.entries tbody,.entries tr,.entries caption{display:block}"
    ".entries tr{border:1px solid var(--line);border-radius:4px;margin:0 0 1rem;padding:.25rem}"
    ".entries td,.entries td.number,.entries td[data-label]{display:block;position:relative;border:0;"
    "min-width:0;padding-left:7.25rem;text-align:left;white-space:normal}"
    ".entries td[data-sort=''],.entries tr[hidden]{display:none}"
    ".entries td::before{content:attr(data-label);position:absolute;left:.5rem;color:var(--soft)}}\n"
    "@page{size:landscape;margin:12mm}@media "
    "print{body{padding:0;font-size:11pt}.filter{display:none}.wide{overflow:visible}"
    "tr,li,dt,dd{break-inside:avoid}thead{display:table-header-group}table{font-size:8pt}"
    ".entries td[data-label]{min-width:0}.entries td[data-label=Rules]{min-width:4rem}"
    ".entries td[data-label=Exception]{min-width:7rem}"
    ".entries td[data-label=Covers]{width:34%}"
    "th[aria-sort] button::after{content:none}"
    "details::details-content{content-visibility:visible;height:auto}}\n"
    "</style>\n</head>\n<body>\n<main>\n";

static const char script[] =
    "\n'use strict';\n"
    "(function(){\n"
    "const table=document.querySelector('.entries'),body=table.tBodies[0],rows=Array.from(body.rows);\n"
    "const "
    "text=document.getElementById('text'),state=document.getElementById('state'),count=document."
    "getElementById("
    "'count');\n"
    "const "
    "form=document.querySelector('.filter');form.hidden=false;form.addEventListener('submit',function(event){"
    "event."
    "preventDefault();});\n"
    "function filter(){const wanted=text.value.toLowerCase();let shown=0;rows.forEach(function(row){const "
    "hit=(!state.value||"
    "row.cells[0].textContent===state.value)&&row.textContent.toLowerCase().includes(wanted);row.hidden=!hit;"
    "if(hit)shown++;"
    "});count.textContent=shown+' of '+rows.length+' shown';}\n"
    "text.addEventListener('input',filter);state.addEventListener('change',filter);filter();\n"
    "Array.from(table.tHead.rows[0].cells).forEach(function(cell,index){const "
    "label=cell.textContent,button=document."
    "createElement('button');button.type='button';button.textContent=label;cell.textContent='';cell."
    "appendChild(button);\n"
    "button.addEventListener('click',function(){const "
    "up=cell.getAttribute('aria-sort')!=='ascending',number=cell.classList."
    "contains('number');\n"
    "Array.from(cell.parentNode.cells).forEach(function(other){other.removeAttribute('aria-sort');});\n"
    "cell.setAttribute('aria-sort',up?'ascending':'descending');\n"
    "rows.sort(function(a,b){const x=a.cells[index].dataset.sort,y=b.cells[index].dataset.sort;let order;\n"
    "if(number){order=(x===''?Infinity:Number(x))-(y===''?Infinity:Number(y));if(isNaN(order))order=0;}else{"
    "order=x<y?-1:x>y"
    "?1:0;}\n"
    "return up?order:-order;});\n"
    "rows.forEach(function(row){body.appendChild(row);});});});\n"
    "window.addEventListener('beforeprint',function(){document.querySelectorAll('details').forEach(function("
    "d){d.open="
    "true;});});\n"
    "})();\n";

/* In base64, for the page's policy: no script but this one runs, whatever names a file brings. */
static aml_sv digest_script(aml_arena *arena) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  enum { GROUPS = AML_SHA256_SIZE / 3 + 1 };
  unsigned char digest[3 * GROUPS] = {0};
  aml_sha256((aml_sv){script, sizeof script - 1}, digest);
  char *out = AML_NEW_ARRAY(arena, char, 4 * GROUPS);
  for (size_t i = 0; i < GROUPS; i++) {
    unsigned bits = (unsigned)digest[3 * i] << 16 | (unsigned)digest[3 * i + 1] << 8 | digest[3 * i + 2];
    for (size_t k = 0; k < 4; k++) {
      out[4 * i + k] = digits[bits >> (18 - 6 * k) & 63];
    }
  }
  out[4 * GROUPS - 1] = '='; /* 32 bytes are one short of a whole group */
  return (aml_sv){out, 4 * GROUPS};
}

typedef enum print_breaks { PRINT_UNBROKEN, PRINT_BREAKABLE } print_breaks;

/* Breakable text may go on in the next line behind a slash. */
static void print_text(aml_out *out, aml_arena *arena, aml_sv text, print_breaks breaks) {
  text = aml_text_safe(arena, text);
  for (size_t i = 0; i < text.len; i++) {
    switch (text.data[i]) {
    case '&':
      aml_out_str(out, "&amp;");
      break;
    case '<':
      aml_out_str(out, "&lt;");
      break;
    case '>':
      aml_out_str(out, "&gt;");
      break;
    case '"':
      aml_out_str(out, "&quot;");
      break;
    case '\'':
      aml_out_str(out, "&#39;");
      break;
    case '/':
      aml_out_str(out, breaks == PRINT_BREAKABLE ? "/<wbr>" : "/");
      break;
    default:
      aml_out_char(out, text.data[i]);
    }
  }
}

static void print_escaped(aml_out *out, aml_arena *arena, aml_sv text) {
  print_text(out, arena, text, PRINT_UNBROKEN);
}

/* How the state reads at a glance; the word itself says it too. */
static const char *tone_of(aml_sv state) {
  if (aml_sv_eq(state, AML_SV("active"))) {
    return "good";
  }
  static const aml_sv mild[] = {AML_SV_CONST("ends soon"), AML_SV_CONST("blanket"), AML_SV_CONST("unused"),
      AML_SV_CONST("gone"), AML_SV_CONST("too long"), AML_SV_CONST("review overdue"),
      AML_SV_CONST("overlapping"), AML_SV_CONST("not checked"), AML_SV_CONST("revoked")};
  for (size_t i = 0; i < sizeof mild / sizeof mild[0]; i++) {
    if (aml_sv_eq(state, mild[i])) {
      return "warn";
    }
  }
  return "bad";
}

static void print_state(aml_out *out, const aml_audit *audit, aml_sv state) {
  aml_out_str(out, "<span class=\"");
  aml_out_str(out, tone_of(state));
  aml_out_str(out, "\">");
  print_escaped(out, audit->arena, state);
  aml_out_str(out, "</span>");
}

static void print_findings(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_out_str(out, "<details><summary>");
  aml_out_int(out, (int64_t)entry->finding_count);
  aml_out_str(out, entry->finding_count == 1 ? " finding</summary><ul>" : " findings</summary><ul>");
  for (size_t i = 0; i < entry->finding_count; i++) {
    const aml_audit_cover *finding = &entry->findings[i];
    aml_out_str(out, "<li>");
    print_text(out, audit->arena, finding->file, PRINT_BREAKABLE);
    aml_out_char(out, ':');
    aml_out_int(out, finding->line);
    aml_out_str(out, " <strong>");
    print_escaped(out, audit->arena, finding->rule);
    aml_out_str(out, "</strong> ");
    print_escaped(out, audit->arena, finding->message);
    aml_out_str(out, "</li>");
  }
  aml_out_str(out, "</ul></details>");
}

static void print_details(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_audit_detail detail;
  for (size_t i = 0; aml_audit_detail_at(audit, entry, i, &detail); i++) {
    aml_out_str(out, "<p><strong>");
    aml_out_str(out, detail.label);
    aml_out_str(out, ":</strong> ");
    print_text(out, audit->arena, detail.text, PRINT_BREAKABLE);
    aml_out_str(out, "</p>");
  }
}

/* What it covers, why, and the findings: what is long stands in one column, the widest. */
static void print_covers(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry, aml_sv text) {
  print_text(out, audit->arena, text, PRINT_BREAKABLE);
  print_details(out, audit, entry);
  if (entry->finding_count > 0) {
    print_findings(out, audit, entry);
  }
}

enum { COLUMN_STATE = 0, COLUMN_COVERS = 3 };

static void print_cell(aml_out *out, const aml_audit *audit, size_t row, size_t column) {
  const aml_audit_entry *entry = &audit->entries.items[row];
  aml_sv text = aml_audit_cell(audit, entry, column);
  aml_out_str(out, aml_audit_is_number(column) ? "<td class=\"number\" data-label=\"" : "<td data-label=\"");
  aml_out_str(out, aml_audit_column(column));
  aml_out_str(out, "\" data-sort=\"");
  if (column == COLUMN_STATE) { /* by its place: the worst come first */
    print_escaped(out, audit->arena, aml_sv_format(audit->arena, "%06zu", row));
  } else {
    print_escaped(out, audit->arena, text);
  }
  aml_out_str(out, "\">");
  if (column == COLUMN_STATE) {
    print_state(out, audit, text);
  } else if (column == COLUMN_COVERS) {
    print_covers(out, audit, entry, text);
  } else {
    print_text(out, audit->arena, text, PRINT_BREAKABLE);
  }
  aml_out_str(out, "</td>");
}

static void print_entries(aml_out *out, const aml_audit *audit) {
  aml_out_str(out, "<div class=\"wide\">\n<table class=\"entries\">\n<caption>Every exception, worst "
                   "first</caption>\n<thead><tr>");
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    aml_out_str(out, "<th scope=\"col\"");
    aml_out_str(out, c == COLUMN_STATE ? " aria-sort=\"ascending\"" : "");
    aml_out_str(out, aml_audit_is_number(c) ? " class=\"number\">" : ">");
    aml_out_str(out, aml_audit_column(c));
    aml_out_str(out, "</th>");
  }
  aml_out_str(out, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < audit->entries.count; i++) {
    aml_out_str(out, "<tr>");
    for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
      print_cell(out, audit, i, c);
    }
    aml_out_str(out, "</tr>\n");
  }
  aml_out_str(out, "</tbody>\n</table>\n</div>\n");
}

/* Behind the last entry that has the state of the entry at `begin`. */
static size_t end_of_state(const aml_audit *audit, size_t begin) {
  size_t end = begin + 1;
  while (end < audit->entries.count &&
         aml_sv_eq(audit->entries.items[end].state, audit->entries.items[begin].state)) {
    end++;
  }
  return end;
}

/* How many there are of each state, worst first. */
static void print_tally(aml_out *out, const aml_audit *audit) {
  aml_out_str(out, "<ul class=\"tally\">");
  for (size_t i = 0, end; i < audit->entries.count; i = end) {
    aml_sv state = audit->entries.items[i].state;
    end = end_of_state(audit, i);
    aml_out_str(out, "<li>");
    aml_out_int(out, (int64_t)(end - i));
    aml_out_char(out, ' ');
    print_state(out, audit, state);
    aml_out_str(out, "</li>");
  }
  aml_out_str(out, "</ul>\n");
}

static const char *meaning_of(aml_sv state) {
  static const struct {
    aml_sv state;
    const char *meaning;
  } all[] = {
      {AML_SV_CONST("malformed"), "It cannot be read, so it covers nothing."},
      {AML_SV_CONST("expired"), "Its last day is past, so it covers nothing."},
      {AML_SV_CONST("not permitted"),
          "The rule may never be waived, its approver is not on the list, or comments are "
          "switched off; it covers nothing."},
      {AML_SV_CONST("incomplete"),
          "A required field is missing or not as required, or its rule does not exist; it covers nothing."},
      {AML_SV_CONST("unjustified wildcard"),
          "It covers by wildcard without saying so and why; it covers nothing."},
      {AML_SV_CONST("ends soon"), "It covers, and its last day is near."},
      {AML_SV_CONST("too long"), "It covers, for longer than is allowed."},
      {AML_SV_CONST("unused"), "What it covered is fixed, moved or renamed."},
      {AML_SV_CONST("review overdue"), "It covers, and the day of its review is past."},
      {AML_SV_CONST("overlapping"), "It covers what another exception covers."},
      {AML_SV_CONST("not checked"),
          "It covers nothing here, but not all of its rules ran on all that it may cover."},
      {AML_SV_CONST("revoked"), "It was ended before its last day; it covers nothing and stays as a record."},
      {AML_SV_CONST("gone"), "An entry of the baseline whose finding is gone."},
      {AML_SV_CONST("blanket"), "It covers by wildcard, with a reason."},
      {AML_SV_CONST("active"), "It covers, and nothing is wrong with it."},
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    if (aml_sv_eq(all[i].state, state)) {
      return all[i].meaning;
    }
  }
  return "";
}

static void print_legend(aml_out *out, const aml_audit *audit) {
  aml_out_str(out, "<h2>What the states mean</h2>\n<dl>\n");
  for (size_t i = 0; i < audit->entries.count; i = end_of_state(audit, i)) {
    aml_out_str(out, "<dt>");
    print_state(out, audit, audit->entries.items[i].state);
    aml_out_str(out, "</dt><dd>");
    aml_out_str(out, meaning_of(audit->entries.items[i].state));
    aml_out_str(out, "</dd>\n");
  }
  aml_out_str(out, "</dl>\n");
}

static void print_totals(
    aml_out *out, const aml_audit *audit, const char *title, const aml_audit_totals *totals) {
  aml_out_str(out, "<table><thead><tr><th scope=\"col\">");
  aml_out_str(out, title);
  aml_out_str(out, "</th><th scope=\"col\" class=\"number\">Exceptions</th><th scope=\"col\" "
                   "class=\"number\">Findings</th><th scope=\"col\" class=\"number\">Would cover</th>"
                   "</tr></thead><tbody>\n");
  for (size_t i = 0; i < totals->count; i++) {
    aml_out_str(out, "<tr><td>");
    print_escaped(
        out, audit->arena, totals->items[i].key.len > 0 ? totals->items[i].key : AML_SV("(nobody)"));
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].entries);
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].findings);
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].would_cover);
    aml_out_str(out, "</td></tr>\n");
  }
  aml_out_str(out, "</tbody></table>\n");
}

static void print_filter(aml_out *out, const aml_audit *audit) {
  aml_out_str(out,
      "<form class=\"filter\" hidden><label>Filter by text<input id=\"text\" "
      "type=\"search\"></label><label>State<select id=\"state\"><option value=\"\">all</option>");
  for (size_t i = 0; i < audit->by_state.count; i++) {
    aml_out_str(out, "<option>");
    print_escaped(out, audit->arena, audit->by_state.items[i].key);
    aml_out_str(out, "</option>");
  }
  aml_out_str(out, "</select></label><output id=\"count\" class=\"soft\"></output></form>\n");
}

static void print_pair(aml_out *out, const aml_audit *audit, const char *name, aml_sv text) {
  if (text.len > 0) {
    aml_out_str(out, "<tr><th scope=\"row\">");
    aml_out_str(out, name);
    aml_out_str(out, "</th><td>");
    print_escaped(out, audit->arena, text);
    aml_out_str(out, "</td></tr>\n");
  }
}

static void print_evidence(aml_out *out, const aml_audit *audit, aml_sv day) {
  aml_out_str(out, "<h2>Evidence</h2>\n<div class=\"wide\"><table><tbody>\n");
  print_pair(out, audit, "As of", day);
  print_pair(out, audit, "Commit", audit->commit);
  print_pair(out, audit, "amlint", audit->version);
  print_pair(out, audit, "Rules (SHA-256)", audit->rules_digest);
  print_pair(out, audit, "Facts", audit->facts_version);
  print_pair(out, audit, "Configuration", audit->config_path);
  print_pair(out, audit, "Configuration (SHA-256)", audit->config_digest);
  aml_out_str(out, "</tbody></table></div>\n");
}

static void print_paragraph(aml_out *out, const aml_audit *audit, aml_sv text) {
  if (text.len > 0) {
    aml_out_str(out, "<p class=\"soft\">");
    print_escaped(out, audit->arena, text);
    aml_out_str(out, "</p>\n");
  }
}

static void print_intro(aml_out *out, const aml_audit *audit, aml_sv day) {
  aml_out_str(out, "<h1>Exceptions audit</h1>\n<p>As of ");
  aml_out_text(out, day);
  aml_out_str(out, ": ");
  print_escaped(out, audit->arena, aml_audit_headline(audit));
  aml_out_str(out, "</p>\n");
  for (size_t i = 0; i < AML_AUDIT_OUTLOOK; i++) {
    print_paragraph(out, audit, aml_audit_outlook_text(audit, i));
  }
  print_paragraph(out, audit, aml_audit_trend_text(audit));
}

static void print_exceptions(aml_out *out, const aml_audit *audit) {
  print_tally(out, audit);
  print_filter(out, audit);
  print_entries(out, audit);
  print_legend(out, audit);
  aml_out_str(out, "<h2>Totals</h2>\n<div class=\"totals\">\n");
  print_totals(out, audit, "State", &audit->by_state);
  print_totals(out, audit, "Owner", &audit->by_owner);
  print_totals(out, audit, "Rule", &audit->by_rule);
  print_totals(out, audit, "Severity", &audit->by_severity);
  aml_out_str(out, "</div>\n");
}

bool aml_audit_write_html(const aml_audit *audit, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  char text[AML_DAY_TEXT_SIZE];
  aml_day_text(audit->as_of, text);
  aml_sv day = aml_sv_of(text);
  aml_out_str(&out, head);
  aml_out_text(&out, digest_script(audit->arena));
  aml_out_str(&out, head_end);
  print_intro(&out, audit, day);
  if (audit->entries.count > 0) {
    print_exceptions(&out, audit);
  } else {
    aml_out_str(&out, "<p>Nothing is waived: there is no exception and no entry of a baseline.</p>\n");
  }
  print_evidence(&out, audit, day);
  aml_out_str(&out, "</main>\n");
  if (audit->entries.count > 0) {
    aml_out_str(&out, "<script>");
    aml_out_str(&out, script);
    aml_out_str(&out, "</script>\n");
  }
  aml_out_str(&out, "</body>\n</html>\n");
  return aml_out_finish(&out);
}
