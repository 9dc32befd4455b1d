#include "report/html_page.h"

#include "base/hash.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; script-src 'sha256-";
static const char head_end[] = "'\">\n"
                               "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";
static const char title_end[] =
    "</title>\n<style>\n"
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
    ".filter[hidden]{display:none}.filter label{display:flex;flex-direction:column;font-size:.875rem}\n"
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
    ".bar{display:inline-block;height:.6rem;min-width:2px;background:var(--soft);border-radius:2px}"
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
    ".entries tr[hidden]{display:table-row}"
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
    "const tables=Array.from(document.querySelectorAll('.entries'));\n"
    "const rows=[].concat(...tables.map(function(table){return Array.from(table.tBodies[0].rows);}));\n"
    "const text=document.getElementById('text'),count=document.getElementById('count');\n"
    "const selects=Array.from(document.querySelectorAll('.filter select')),said=new Map();\n"
    "const form=document.querySelector('.filter');form.hidden=false;"
    "form.addEventListener('submit',function(event){event.preventDefault();});\n"
    "function words(row){if(!said.has(row))said.set(row,row.textContent.toLowerCase());return "
    "said.get(row);}\n"
    "function fits(row,select){const own=row.dataset[select.id];\n"
    "if(!select.value)return true;\n"
    "if(own===undefined)return select.id!=='state'||row.cells[0].textContent===select.value;\n"
    "return own.split('|').includes(select.value);}\n"
    "function filter(){const wanted=text.value.toLowerCase();let shown=0;rows.forEach(function(row){\n"
    "const hit=selects.every(function(select){return "
    "fits(row,select);})&&(!wanted||words(row).includes(wanted"
    "));\n"
    "row.hidden=!hit;if(hit)shown++;});count.textContent=shown+' of '+rows.length+' shown';}\n"
    "text.addEventListener('input',filter);\n"
    "selects.forEach(function(select){select.addEventListener('change',filter);});filter();\n"
    "function sortable(table){const body=table.tBodies[0],own=Array.from(body.rows);\n"
    "Array.from(table.tHead.rows[0].cells).forEach(function(cell,index){\n"
    "const label=cell.textContent,button=document.createElement('button');\n"
    "button.type='button';button.textContent=label;cell.textContent='';cell.appendChild(button);\n"
    "button.addEventListener('click',function(){\n"
    "const up=cell.getAttribute('aria-sort')!=='ascending',number=cell.classList.contains('number');\n"
    "Array.from(cell.parentNode.cells).forEach(function(other){other.removeAttribute('aria-sort');});\n"
    "cell.setAttribute('aria-sort',up?'ascending':'descending');\n"
    "own.sort(function(a,b){const x=a.cells[index].dataset.sort,y=b.cells[index].dataset.sort;let order;\n"
    "if(number){order=(x===''?Infinity:Number(x))-(y===''?Infinity:Number(y));if(isNaN(order))order=0;}\n"
    "else{order=x<y?-1:x>y?1:0;}\n"
    "return up?order:-order;});\n"
    "own.forEach(function(row){body.appendChild(row);});});});}\n"
    "tables.forEach(sortable);\n"
    "window.addEventListener('beforeprint',function(){\n"
    "document.querySelectorAll('details').forEach(function(d){d.open=true;});});\n"
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

typedef enum breaks { UNBROKEN, BREAKABLE } breaks;

static void print_text(aml_out *out, aml_arena *arena, aml_sv text, breaks how) {
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
      aml_out_str(out, how == BREAKABLE ? "/<wbr>" : "/");
      break;
    default:
      aml_out_char(out, text.data[i]);
    }
  }
}

void aml_html_text(aml_out *out, aml_arena *arena, aml_sv text) {
  print_text(out, arena, text, UNBROKEN);
}

void aml_html_breakable(aml_out *out, aml_arena *arena, aml_sv text) {
  print_text(out, arena, text, BREAKABLE);
}

void aml_html_begin(aml_out *out, aml_arena *arena, const char *title) {
  aml_out_str(out, head);
  aml_out_text(out, digest_script(arena));
  aml_out_str(out, head_end);
  aml_out_str(out, title);
  aml_out_str(out, title_end);
}

void aml_html_end(aml_out *out, aml_html_entries entries) {
  aml_out_str(out, "</main>\n");
  if (entries == AML_HTML_WITH_ENTRIES) {
    aml_out_str(out, "<script>");
    aml_out_str(out, script);
    aml_out_str(out, "</script>\n");
  }
  aml_out_str(out, "</body>\n</html>\n");
}

void aml_html_begin_wide(aml_out *out, const char *label) {
  aml_out_str(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"");
  aml_out_str(out, label);
  aml_out_str(out, "\">");
}

void aml_html_begin_filter(aml_out *out) {
  aml_out_str(out, "<form class=\"filter\" hidden><label>Filter by text<input id=\"text\" "
                   "type=\"search\"></label>");
}

void aml_html_begin_select(aml_out *out, const char *id, const char *label) {
  aml_out_str(out, "<label>");
  aml_out_str(out, label);
  aml_out_str(out, "<select id=\"");
  aml_out_str(out, id);
  aml_out_str(out, "\"><option value=\"\">all</option>");
}

void aml_html_option(aml_out *out, aml_arena *arena, aml_sv text) {
  aml_out_str(out, "<option>");
  aml_html_text(out, arena, text);
  aml_out_str(out, "</option>");
}

void aml_html_end_select(aml_out *out) {
  aml_out_str(out, "</select></label>");
}

void aml_html_end_filter(aml_out *out) {
  aml_out_str(out, "<output id=\"count\" class=\"soft\"></output></form>\n");
}

void aml_html_mark(aml_out *out, aml_arena *arena, const char *name, aml_sv text) {
  aml_out_str(out, " data-");
  aml_out_str(out, name);
  aml_out_str(out, "=\"");
  aml_html_text(out, arena, text);
  aml_out_char(out, '"');
}

void aml_html_pair(aml_out *out, aml_arena *arena, const char *name, aml_sv text) {
  if (text.len > 0) {
    aml_out_str(out, "<tr><th scope=\"row\">");
    aml_out_str(out, name);
    aml_out_str(out, "</th><td>");
    aml_html_text(out, arena, text);
    aml_out_str(out, "</td></tr>\n");
  }
}
