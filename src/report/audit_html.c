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
    ":root{--ink:#1b1f24;--paper:#fff;--soft:#57606a;--line:#d0d7de;--band:#f6f8fa;--bad:#a40e26;--warn:#"
    "7a4d00;"
    "--good:#116329;--focus:#0550ae}\n"
    "@media "
    "(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--soft:#9198a1;--line:#3d444d;--band:#"
    "151b23;"
    "--bad:#ff9492;--warn:#e3b341;--good:#56d364;--focus:#79c0ff}}\n"
    "*{box-sizing:border-box}body{margin:0;padding:1.5rem;font:16px/1.5 "
    "system-ui,sans-serif;color:var(--ink);"
    "background:var(--paper)}\n"
    "h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}p{margin:.25rem "
    "0;max-width:70ch}\n"
    ".soft{color:var(--soft)}.wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;width:100%;font-size:.875rem}caption{text-align:left;color:var(--soft);"
    "padding:.25rem 0}\n"
    "th,td{border-bottom:1px solid var(--line);padding:.4rem .6rem;text-align:left;vertical-align:top;"
    "overflow-wrap:break-word}td:first-child,td[data-label=Until]{white-space:nowrap}\n"
    "th{background:var(--band);white-space:nowrap}td.number,th.number{text-align:right;white-space:nowrap}\n"
    "th button{all:unset;cursor:pointer;font-weight:600}th "
    "button:focus-visible,input:focus-visible,select:focus-visible,"
    "summary:focus-visible{outline:2px solid var(--focus);outline-offset:2px}\n"
    "th[aria-sort=ascending] button::after{content:' \\25B2'}th[aria-sort=descending] "
    "button::after{content:' \\25BC'}\n"
    ".bad{color:var(--bad);font-weight:600}.warn{color:var(--warn);font-weight:600}.good{color:var(--good);"
    "font-weight:600}\n"
    ".totals{display:flex;flex-wrap:wrap;gap:1.5rem}.totals table{width:auto;min-width:12rem}\n"
    ".filter{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}.filter "
    "label{display:flex;flex-direction:column;"
    "font-size:.875rem}\n"
    "input,select{font:inherit;padding:.3rem .5rem;color:inherit;background:var(--paper);border:1px solid "
    "var(--soft);"
    "border-radius:4px}\n"
    "details ul{margin:.25rem 0;padding-left:1.2rem;text-align:left}.entries "
    "td:last-child{min-width:13rem}.entries td[data-label=Exception],"
    ".entries td[data-label=Covers],.entries td[data-label=Rules]{overflow-wrap:anywhere;min-width:7rem}"
    "td[data-label=Ticket]{white-space:nowrap}\n"
    "@media (max-width:640px){body{padding:1rem}.entries thead{position:absolute;left:-9999px}"
    ".entries,.entries tbody,.entries tr,.entries caption{display:block}.entries tr{border:1px solid "
    "var(--line);"
    "margin:0 0 1rem;padding:.25rem}.entries td,.entries td.number{display:grid;"
    "grid-template-columns:6.5rem minmax(0,1fr);gap:.75rem;border:0;text-align:left;overflow-wrap:anywhere}"
    ".entries td:last-child{min-width:0}.entries td:empty,.entries tr[hidden]{display:none}"
    ".entries td::before{content:attr(data-label);color:var(--soft)}}\n"
    "@media print{.filter{display:none}body{padding:0}.wide{overflow:visible}"
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

static void print_escaped(aml_out *out, aml_arena *arena, aml_sv text) {
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
    default:
      aml_out_char(out, text.data[i]);
    }
  }
}

/* How the state reads at a glance; the word itself says it too. */
static const char *tone_of(aml_sv state) {
  if (aml_sv_eq(state, AML_SV("active"))) {
    return "good";
  }
  bool is_mild = aml_sv_eq(state, AML_SV("ends soon")) || aml_sv_eq(state, AML_SV("blanket")) ||
                 aml_sv_eq(state, AML_SV("unused")) || aml_sv_eq(state, AML_SV("gone"));
  return is_mild ? "warn" : "bad";
}

static void print_findings(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_out_str(out, "<details><summary>");
  aml_out_int(out, (int64_t)entry->finding_count);
  aml_out_str(out, "</summary><ul>");
  for (size_t i = 0; i < entry->finding_count; i++) {
    const aml_audit_cover *finding = &entry->findings[i];
    aml_out_str(out, "<li>");
    print_escaped(out, audit->arena, finding->file);
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

static void print_cell(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry, size_t column) {
  aml_sv text = aml_audit_cell(audit, entry, column);
  aml_out_str(out, aml_audit_is_number(column) ? "<td class=\"number\" data-label=\"" : "<td data-label=\"");
  aml_out_str(out, aml_audit_column(column));
  aml_out_str(out, "\" data-sort=\"");
  print_escaped(out, audit->arena, text);
  aml_out_str(out, "\">");
  if (column == 0) {
    aml_out_str(out, "<span class=\"");
    aml_out_str(out, tone_of(text));
    aml_out_str(out, "\">");
    print_escaped(out, audit->arena, text);
    aml_out_str(out, "</span>");
  } else if (column + 1 == AML_AUDIT_COLUMNS && entry->finding_count > 0) {
    print_findings(out, audit, entry);
  } else {
    print_escaped(out, audit->arena, text);
  }
  aml_out_str(out, "</td>");
}

static void print_reason(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_out_str(out, "<td data-label=\"Reason\" data-sort=\"");
  print_escaped(out, audit->arena, entry->reason);
  aml_out_str(out, "\">");
  print_escaped(out, audit->arena, entry->reason);
  aml_out_str(out, "</td></tr>\n");
}

static void print_entries(aml_out *out, const aml_audit *audit) {
  aml_out_str(out, "<div class=\"wide\">\n<table class=\"entries\">\n<caption>Every exception, worst "
                   "first</caption>\n<thead><tr>");
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    aml_out_str(out, aml_audit_is_number(c) ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">");
    aml_out_str(out, aml_audit_column(c));
    aml_out_str(out, "</th>");
  }
  aml_out_str(out, "<th scope=\"col\">Reason</th></tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < audit->entries.count; i++) {
    aml_out_str(out, "<tr>");
    for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
      print_cell(out, audit, &audit->entries.items[i], c);
    }
    print_reason(out, audit, &audit->entries.items[i]);
  }
  aml_out_str(out, "</tbody>\n</table>\n</div>\n");
}

static void print_totals(
    aml_out *out, const aml_audit *audit, const char *title, const aml_audit_totals *totals) {
  aml_out_str(out, "<table><thead><tr><th scope=\"col\">");
  aml_out_str(out, title);
  aml_out_str(out, "</th><th scope=\"col\" class=\"number\">Exceptions</th><th scope=\"col\" "
                   "class=\"number\">Findings</th>"
                   "</tr></thead><tbody>\n");
  for (size_t i = 0; i < totals->count; i++) {
    aml_out_str(out, "<tr><td>");
    print_escaped(
        out, audit->arena, totals->items[i].key.len > 0 ? totals->items[i].key : AML_SV("(nobody)"));
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].entries);
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].findings);
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

static void print_intro(aml_out *out, const aml_audit *audit, aml_sv day) {
  aml_out_str(out, "<h1>Exceptions audit</h1>\n<p>As of ");
  aml_out_text(out, day);
  aml_out_str(out, ": <strong>");
  aml_out_int(out, (int64_t)audit->entries.count);
  aml_out_str(out, audit->entries.count == 1 ? "</strong> exception covers <strong>"
                                             : "</strong> exceptions cover <strong>");
  aml_out_int(out, (int64_t)audit->covered_findings);
  aml_out_str(
      out, audit->covered_findings == 1 ? "</strong> finding; <strong>" : "</strong> findings; <strong>");
  aml_out_int(out, (int64_t)audit->active_findings);
  aml_out_str(out, audit->active_findings == 1 ? "</strong> finding is open.</p>\n"
                                               : "</strong> findings are open.</p>\n");
  if (audit->trend != NULL) {
    char earlier[AML_DAY_TEXT_SIZE];
    aml_day_text(audit->trend->earlier, earlier);
    aml_out_str(out, "<p class=\"soft\">Since ");
    aml_out_str(out, earlier);
    aml_out_str(out, ": ");
    aml_out_int(out, (int64_t)audit->trend->added);
    aml_out_str(out, " added, ");
    aml_out_int(out, (int64_t)audit->trend->removed);
    aml_out_str(out, " removed, ");
    aml_out_int(out, (int64_t)audit->trend->renewed);
    aml_out_str(out, " renewed.</p>\n");
  }
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
  print_filter(&out, audit);
  print_entries(&out, audit);
  aml_out_str(&out, "<h2>Totals</h2>\n<div class=\"totals\">\n");
  print_totals(&out, audit, "State", &audit->by_state);
  print_totals(&out, audit, "Owner", &audit->by_owner);
  print_totals(&out, audit, "Rule", &audit->by_rule);
  print_totals(&out, audit, "Severity", &audit->by_severity);
  aml_out_str(&out, "</div>\n");
  print_evidence(&out, audit, day);
  aml_out_str(&out, "</main>\n");
  aml_out_str(&out, "<script>");
  aml_out_str(&out, script);
  aml_out_str(&out, "</script>\n</body>\n</html>\n");
  return aml_out_finish(&out);
}
