export const id=5553;export const ids=[5553];export const modules={4024:(function(e,t,n){n.d(t,{f:()=>i});var o=n(3024);var r=n(6760);function i(e){if((0,o.statSync)(e,{throwIfNoEntry:false})!==undefined)return;if((0,r.dirname)(e)!==e)i((0,r.dirname)(e));(0,o.mkdirSync)(e)}}),1425:(function(e,t,n){n.d(t,{M:()=>d,h:()=>l});var o=n(9300);var r=n(7358);const i=10;const s=4e3;const a=250;const c={error:"error",warning:"warning",note:"notice"};function l(e,t=()=>false){const n=(0,r.C7)(e).map(e=>m("error",{title:"Incomplete"},e));const o=[...n,...u(e.violations,"error",t)];const s=u(e.violations,"warning",t);const a=u(e.violations,"note",t);const c=o.length>i||s.length>i||a.length>i;const d=[...o.slice(0,i),...s.slice(0,i),...a.slice(0,c?i-1:i)];const f=o.length+s.length+a.length-d.length;const p=c?[m("notice",{title:"More findings"},`${(0,r.hS)(f,"finding")} more, not annotated: GitHub shows ${i} of each level. The job summary and the report list them.`)]:[];return[...d,...p].map(e=>`${e}
`).join("")}const d={format:"github",title:"Annotations, as log commands of a GitHub runner.",render:e=>l(e)};function u(e,t,n){const o=e.filter(e=>e.severity===t);return[...o.filter(n),...o.filter(e=>!n(e))].map(f)}function f(e){const{promisedAt:t}=e;const n=e.file_path===t.file&&e.line===t.line;const o=n?"":`
Promised in ${t.file}:${t.line}.`;const r=e.suggestion===undefined?"":`
${e.suggestion}`;return m(c[e.severity],{file:e.file_path,line:String(e.line),title:`${e.check} ${e.subject}`},`${e.message}${r}${o}`)}function m(e,t,n){const r=Object.entries(t).map(([e,t])=>`${e}=${(0,o.N1)(e==="title"?(0,o.ml)((0,o.pj)(t),a):t)}`);const i=n.split("\n").map(o.pj).join("\n");return`::${e} ${r.join(",")}::${(0,o.wq)((0,o.ml)(i,s))}`}}),5942:(function(e,t,n){n.d(t,{B_:()=>o,OZ:()=>r,U_:()=>s,r4:()=>a});const o=3;const r=240;const i=2e3;function s({violations:e},t=i){const n=new Map;for(const{file_path:o,line:r,promisedAt:i}of e){if(n.size>=t)break;for(const e of[i,{file:o,line:r}]){n.set(a(e),{file:e.file,line:e.line})}}return[...n.values()]}function a({file:e,line:t}){return`${t}:${e}`}}),3615:(function(e,t,n){n.d(t,{u:()=>ej});var o=n(1425);var r=n(7598);var i=n(9300);function s(e,...t){const n=t.map((t,n)=>`${c(t)}${e[n+1]??""}`);return{html:`${e[0]??""}${n.join("")}`}}function a(e){return{html:e}}function c(e){if(e===undefined)return"";if(typeof e==="string")return(0,i._9)(e);if(typeof e==="number")return String(e);return"html"in e?e.html:e.map(({html:e})=>e).join("")};const l=300;const d="  ";function u(e,{link:t}){const n=s`<span class="place">${f((0,i.ml)(`${e.file}:${e.line}`,l))}</span>`;const o=t?.(e);if(o===undefined||!o.startsWith("https://"))return n;return s`<a href="${o}" rel="noreferrer">${n}</a>`}function f(e){const t=e.split("/");return t.map((e,n)=>n<t.length-1?s`${e}/<wbr>`:s`${e}`)}function m(e,{excerpts:t}){const n=t?.(e);if(n===undefined)return undefined;const o=p(n).map((t,o)=>{const r=n.first+o;const i=s`<span class="number">${r}</span><span class="code">${t}</span>`;return r===e.line?s`<mark class="row">${i}</mark>`:s`<span class="row">${i}</span>`});return s`<pre class="excerpt">${o}</pre>`}function p({lines:e}){const t=e.map(e=>(0,i.pj)(e.replaceAll("	",d).trimEnd()));const n=t.filter(e=>e!=="").map(e=>e.length-e.trimStart().length);const o=Math.min(...n,Number.POSITIVE_INFINITY);return t.map(e=>e.slice(o))}var h=n(6028);var g=n(7358);const $=5e3;const b=20;const v=1e3;const w=300;function y(e){return JSON.stringify([e.contract,e.subject])}function x({violations:e,matrix:t}){const n=new Map(t.map(e=>[y(e),e]));const o=new Map;for(const t of e.slice(0,$)){const e=y(t);const n=o.get(e);if(n===undefined)o.set(e,[t]);else n.push(t)}const r=[...o].map(([e,t],o)=>{const r=n.get(e);const[{subject:i,contract:s}={subject:"",contract:""}]=t;return[e,{id:`subject-${o+1}`,subject:i,contract:s,violations:t,...r===undefined?{}:{row:r}}]});return new Map(r)}function k(e,t,n){const o=e.contracts.length>1;const r=e.violations.length-$;let a=0;const c=[...t.values()].map(e=>{const t=e.violations.map(e=>{a+=1;return C(e,a,n)});return s`<section class="subject" id="${e.id}" data-status="${e.row?.status??"contract"}">
<h3>${S(e.row?.status)}<code>${(0,i.ml)(e.subject,w)}</code>${o?s` <span class="faint">${(0,i.ml)(e.contract,w)}</span>`:undefined}</h3>
${e.row?.note===undefined?undefined:s`<p class="faint">${(0,i.ml)(e.row.note,v)}</p>`}
${t}</section>
`});const l=r>0?s`<p>… and ${(0,g.hS)(r,"more finding")}; the JSON report has all.</p>`:undefined;return s`${c}${l}`}const j={verified:"✓ verified",violated:"✗ violated",missing:"✗ missing",unverified:"? unverified"};function S(e){return e===undefined?undefined:s`<span class="badge ${e}">${j[e]}</span> `}function C(e,t,n){const{severity:o,field:r,problem:a,status:c,check:l,message:d,suggestion:f,related:m}=e;const p=c===undefined?"":` in response ${(0,i.ml)(c,w)}`;const g=r===undefined?undefined:s`<code>${(0,i.ml)(r,w)}</code> `;const $=s`<span class="badge ${o}">${o}</span> <h4>${g}${h.w[a]}${p}</h4> <span class="faint rule">${l}</span>`;const y=m.map(({file:e,line:t,message:o})=>s`<li>${(0,i.ml)(o,v)} ${u({file:e,line:t},n)}</li>`);const x=f===undefined?undefined:s`<p class="mend"><strong>Mend:</strong> ${(0,i.ml)(f,v)}</p>`;return s`<details class="finding" id="finding-${t}" data-severity="${o}"${t<=b?s` open`:undefined}>
<summary>${$}</summary>
<p>${(0,i.ml)(d,v)}</p>
<div class="sides">${A(e,n)}</div>
${y.length===0?undefined:s`<ul class="related">${y}</ul>`}${x}
</details>
`}function A(e,t){const{promisedAt:n,file_path:o,line:r,promised:i,actual:a}=e;const c={file:o,line:r};const l=o!==n.file||r!==n.line;return s`${O("Promised",i,n,t)}${O("Actual",a,l?c:undefined,t)}`}function O(e,t,n,o){const r=t===undefined?undefined:s`<code class="value">${(0,i.ml)(t,v)}</code>`;const a=n===undefined?s`<p class="faint">There is no code for it.</p>`:s`<p>${u(n,o)}</p>`;return s`<section class="side ${e.toLowerCase()}"><h5>${e}</h5>${r}${a}${n===undefined?undefined:m(n,o)}</section>`};const M=`
'use strict';
const all = (selector) => [...document.querySelectorAll(selector)];
const find = (id) => document.getElementById(id);
const findings = all('.finding');
const items = all('tbody tr, .finding').map((element) => ({ element, text: '' }));
const search = find('search');
const shown = find('shown');

function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  for (const item of items) {
    // A finding is also found by the name of its subject.
    if (item.text === '' && words.length > 0) {
      const subject = item.element.closest('.subject');
      item.text = (item.element.textContent + ' ' + (subject ? subject.querySelector('h3').textContent : '')).toLowerCase();
    }
    item.element.hidden = !words.every((word) => item.text.includes(word));
  }
  for (const subject of all('.subject')) subject.hidden = !subject.querySelector('.finding:not([hidden])');
  count();
}

function count() {
  const visible = items.filter((item) => item.element.checkVisibility()).length;
  shown.textContent = visible === items.length ? '' : visible + ' of ' + items.length + ' shown';
}

function openAll(open) {
  for (const finding of findings) finding.open = open;
}

function follow() {
  const target = find(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  const inner = target.matches('.subject') ? target.querySelectorAll('.finding') : [];
  for (const finding of inner) finding.open = true;
  target.scrollIntoView();
}

let waiting = 0;
search.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(filter, 100);
});
document.querySelector('.filters').addEventListener('change', count);
document.querySelector('.filters').addEventListener('submit', (event) => event.preventDefault());
find('open').addEventListener('click', () => openAll(true));
find('close').addEventListener('click', () => openAll(false));
addEventListener('hashchange', follow);
addEventListener('beforeprint', () => openAll(true));
document.querySelector('.search').hidden = false;
if (search.value !== '') filter();
else count();
follow();
`;const E=["violated","missing","unverified","verified"];const R=["error","warning","note"];const I=e=>`body${e.map(e=>`:has(#show-${e}:not(:checked))`).join("")}`;const P=Array.from({length:2**R.length-1},(e,t)=>R.filter((e,n)=>(t+1>>n)%2===1)).map(e=>{const t=R.filter(t=>!e.includes(t)).map(e=>`[data-severity=${e}]`);return`${I(e)} .subject${t.length===0?"":`:not(:has(${t.join(", ")}))`}`});const L=`${[...E.map(e=>`${I([e])} [data-status=${e}]`),...R.map(e=>`${I([e])} [data-severity=${e}]`),...P].join(",\n")} { display: none; }`;const N=`
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f6f8fa; --ink: #1f2328; --faint: #59636e; --line: #d1d9e0; --link: #0969da;
  --good: #1a7f37; --good-soft: #dafbe1; --bad: #cf222e; --bad-soft: #ffebe9; --open: #8a5c00; --open-soft: #fff4cc;
  --plain-soft: #e7ecf0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --panel: #151b23; --ink: #e6edf3; --faint: #9198a1; --line: #3d444d; --link: #58a6ff;
    --good: #4ac26b; --good-soft: #12361f; --bad: #ff7b72; --bad-soft: #4a1a1a; --open: #e3b341; --open-soft: #3d2e00;
    --plain-soft: #2a313c;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem 1.5rem 4rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
code, .place, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.87em; unicode-bidi: isolate; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--paper); z-index: 2; }
.faint, figcaption { color: var(--faint); }
h1 { font-size: 1.1rem; margin: 0; font-weight: 600; color: var(--faint); }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1rem; margin: 0 0 0.5rem; }
h4, h5 { font: inherit; margin: 0; }
h4 { display: inline; }
p { margin: 0.4rem 0; }
header { border-left: 0.4rem solid var(--open); padding: 0.25rem 0 0.25rem 1.25rem; }
header.good { border-color: var(--good); }
header.bad, header.incomplete { border-color: var(--bad); }
.verdict { font-size: 1.6rem; line-height: 1.3; font-weight: 600; margin: 0.25rem 0 0.75rem; }
.bar { display: block; width: 100%; max-width: 48rem; height: 0.75rem; border-radius: 0.375rem; background: var(--plain-soft); }
rect.verified { fill: var(--good); } rect.violated { fill: var(--bad); } rect.missing { fill: var(--bad); opacity: 0.55; } rect.unverified { fill: var(--open); opacity: 0.7; }
ul.steps, ul.incomplete, ul.related { margin: 0.5rem 0; padding-left: 1.25rem; }
ul.incomplete { color: var(--bad); font-weight: 600; }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center; margin: 1.25rem -1.5rem 0; padding: 0.6rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.filters fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.filters legend { float: left; padding: 0; margin-right: 0.25rem; color: var(--faint); }
.filters input[type=search], .filters button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 0.375rem; padding: 0.15rem 0.6rem; }
.filters output { color: var(--faint); }
.box { white-space: nowrap; }
.count { color: var(--faint); font-weight: 400; font-size: 0.85em; }
.badge { display: inline-block; white-space: nowrap; padding: 0 0.5rem; border-radius: 1rem; font-size: 0.85rem; font-weight: 500; background: var(--plain-soft); }
.badge.verified { background: var(--good-soft); color: var(--good); }
.badge.violated, .badge.missing, .badge.error { background: var(--bad-soft); color: var(--bad); }
.badge.unverified, .badge.warning { background: var(--open-soft); color: var(--open); }
table { border-collapse: collapse; width: 100%; margin-bottom: 1.5rem; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { white-space: nowrap; color: var(--faint); font-size: 0.87rem; }
#matrix thead th:nth-child(3), #matrix thead th:nth-child(4), #matrix td:nth-child(3), #matrix td:nth-child(4) { text-align: right; padding-right: 1.25rem; }
#matrix tbody th { min-width: 14rem; }
#matrix td[data-column=Promised], #matrix td[data-column=Code] { min-width: 11rem; }
#matrix td[data-column=Note] { min-width: 9rem; }
.subject { border: 1px solid var(--line); border-radius: 0.5rem; margin-bottom: 1rem; scroll-margin-top: 7rem; }
.subject > h3 { padding: 0.6rem 1rem; margin: 0; background: var(--panel); border-radius: 0.5rem 0.5rem 0 0; }
.subject > p { margin: 0; padding: 0.5rem 1rem 0; }
.finding { padding: 0 1rem; border-top: 1px solid var(--line); scroll-margin-top: 7rem; }
.finding > summary { padding: 0.5rem 0; cursor: pointer; }
.finding > :last-child { margin-bottom: 1rem; }
.finding > p { margin: 0 0 0.6rem; }
.rule { font-size: 0.85rem; float: right; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.side { border-top: 3px solid var(--line); padding-top: 0.35rem; min-width: 0; }
.side.promised { border-color: var(--good); }
.side.actual { border-color: var(--bad); }
.side h5 { color: var(--faint); display: inline-block; min-width: 5rem; }
.value { font-weight: 600; }
.excerpt { margin: 0.4rem 0 0; padding: 0.4rem 0; background: var(--panel); border-radius: 0.375rem; line-height: 1.45; white-space: pre-wrap; }
.excerpt .row { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); color: inherit; background: none; }
.excerpt mark.row { font-weight: 600; }
.promised mark.row { background: var(--good-soft); }
.actual mark.row { background: var(--bad-soft); }
.excerpt .number { text-align: right; padding-right: 0.9rem; color: var(--faint); user-select: none; -webkit-user-select: none; }
.mend.mend { margin-top: 0.75rem; border-left: 3px solid var(--good); padding-left: 0.6rem; }
footer { margin-top: 3rem; }
${L}
@media (max-width: 52rem) {
  body { padding: 1rem 1rem 3rem; }
  .filters { position: static; margin: 1.25rem -1rem 0; padding: 0.6rem 1rem; }
  .filters legend { float: none; }
  .verdict { font-size: 1.3rem; }
  .sides { grid-template-columns: minmax(0, 1fr); }
  .rule { float: none; }
  table, tbody, tr, th, td, caption { display: block; }
  thead { display: none; }
  tbody tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  th, td { border: 0; padding: 0.1rem 0; }
  #matrix td:nth-child(3), #matrix td:nth-child(4) { text-align: left; }
  td[data-column]:not(:empty)::before { content: attr(data-column) ": "; color: var(--faint); }
}
@media print {
  body { max-width: none; font-size: 10pt; padding: 0; }
  .filters, .skip { display: none; }
  .finding::details-content { content-visibility: visible; block-size: auto; }
  .finding, tr { break-inside: avoid; }
  .badge, .excerpt mark.row, rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;const _=1e4;const F=1e3;const T=300;function D(e,t,n){const o=(0,g.tt)(e)==="endpoint"?"Endpoint":"Subject";const r=["Status",o,"Compared","Unknown","Promised","Code","Note"];let a=_;const c=e.contracts.map(({id:o,title:c,version:l,basePath:d})=>{const u=e.matrix.filter(e=>e.contract===o);const f=u.slice(0,a);a-=f.length;const m=d===null||d==="/"||d===""?"":`, served below ${d}`;const p=s`<caption><strong>${(0,i.ml)(`${c} ${l}`.trim(),T)}</strong> <span class="faint">${(0,i.ml)(o,T)}, ${(0,g.hS)(u.length,(0,g.tt)(e))}${(0,i.ml)(m,T)}</span></caption>`;if(u.length===0)return s`<p><strong>${c}</strong> <span class="faint">${o}</span> promises nothing.</p>`;return s`${V(r,f.map(e=>U(e,t.get(y(e)),n)),p)}${B(u.length-f.length)}`});return s`${c}`}function U(e,t,n){const o=s`<code>${f((0,i.ml)(e.subject,T))}</code>`;const r=t===undefined?o:s`<a href="#${t.id}">${o}</a>`;const a=e.codeAt===null?s`<span class="faint">none</span>`:u(e.codeAt,n);return s`<tr data-status="${e.status}"><td>${S(e.status)}</td><th scope="row">${r}</th>${q("Compared",s`${e.compared}`)}${q("Unknown",s`${e.unknown}`)}${q("Promised",u(e.promisedAt,n))}${q("Code",a)}${q("Note",s`${(0,i.ml)(e.note??"",T)}`)}</tr>
`}function z({routes:e},t){const n=e.filter(e=>!e.documented);const o=n.slice(0,F).map(({method:e,path:n,at:o})=>{return s`<tr><th scope="row"><code>${(0,i.ml)(`${e} ${n}`,T)}</code></th>${q("Code",u(o,t))}</tr>
`});return s`${V(["Route","Code"],o)}${B(n.length-o.length)}`}function J({gaps:e},t){const n=e.slice(0,F).map(({at:e,reason:n,detail:o})=>{return s`<tr><th scope="row">${u(e,t)}</th>${q("Reason",s`${n}`)}${q("Detail",s`${(0,i.ml)(o,T)}`)}</tr>
`});return s`${V(["Place","Reason","Detail"],n)}${B(e.length-n.length)}`}function q(e,t){return s`<td data-column="${e}">${t}</td>`}function V(e,t,n){const o=e.map(e=>s`<th scope="col">${e}</th>`);return s`<table>${n}<thead><tr>${o}</tr></thead><tbody>
${t}</tbody></table>
`}function B(e){return e>0?s`<p>… and ${e} more; the JSON report has all.</p>`:undefined};const W=["violated","missing","unverified","verified"];const H=["error","warning","note"];const Z={format:"html",title:"One page for browsers: the matrix with filters, and every finding with its lines of contract and code.",uses:["excerpts"],render:(e,t)=>`${K(e,t).html}
`};function K(e,t){const{sentence:n,mood:o}=(0,g.WJ)(e);const r=x(e);const c=e.contracts.map(({title:e,id:t})=>e===""?t:e).join(", ");return s`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${Y()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${(0,i.ml)(`${o==="good"?"✓":"✗"} Contract compliance: ${c}`,200)}</title>
<style>${a(N)}</style>
</head>
<body>
<a class="skip" href="#matrix">To the matrix</a>
<header class="${o}">
<h1>Contract compliance</h1>
<p class="verdict">${n}</p>
${G(e)}
<p>${(0,g.rc)(e)}: ${(0,g.Is)(e)}</p>
<p class="faint">${(0,g.s_)(e)}; ${(0,g.hS)(e.summary.fieldsCompared,"field")} compared, ${e.summary.fieldsUnknown} unknown; ${(0,g.hS)(e.routes.length,"route")} in ${(0,g.hS)(e.stats.files,"file")}</p>
${X(e)}${Q(e)}
</header>
${ee(e)}
<main>
${en("matrix","Compliance matrix",e.matrix.length,D(e,r,t))}
${en("findings","Findings",e.violations.length,k(e,r,t))}
${en("routes","Routes that no contract promises",e.summary.undocumented,z(e,t))}
${en("gaps","Places that could not be read",e.gaps.length,J(e,t))}
</main>
<footer class="faint">${e.tool.name} ${e.tool.version}${t.about===undefined?"":` \xb7 ${(0,i.ml)(t.about,300)}`}</footer>
<script>${a(M)}</script>
</body>
</html>`}function Y(){const e=e=>`'sha256-${(0,r.createHash)("sha256").update(e).digest("base64")}'`;return`default-src 'none'; style-src ${e(N)}; script-src ${e(M)}; base-uri 'none'; form-action 'none'`}function G(e){const{summary:t}=e;let n=0;const o=[...W].reverse().map(e=>{const o=t.subjects===0?0:t[e]/t.subjects*100;const r=s`<rect class="${e}" x="${n.toFixed(3)}" y="0" width="${o.toFixed(3)}" height="1"/>`;n+=o;return r});return s`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="${(0,g.rc)(e)}">${o}</svg>`}function X(e){const t=(0,g.C7)(e).map(e=>s`<li>Incomplete: ${(0,i.ml)(e,1e3)}</li>`);return t.length===0?undefined:s`<ul class="incomplete">${t}</ul>`}function Q(e){const t=(0,g.Zn)(e).map(e=>{const t=e.split("`").map((e,t)=>t%2===1?s`<code>${e}</code>`:s`${e}`);return s`<li>${t}</li>`});return t.length===0?undefined:s`<ul class="steps">${t}</ul>`}function ee({summary:e,violations:t}){const n=[...W.map(t=>et(t,e[t])),...H.map(e=>et(e,t.filter(t=>t.severity===e).length))];const[o,r]=[n.slice(0,W.length),n.slice(W.length)];return s`<form class="filters" aria-label="Filters">
<fieldset><legend>Promises</legend>${o}</fieldset>
<fieldset><legend>Findings</legend>${r}</fieldset>
<div class="search" hidden><label>Search <input type="search" id="search" autocomplete="off"></label> <button type="button" id="open">Open all</button> <button type="button" id="close">Close all</button> <output id="shown"></output></div>
</form>`}function et(e,t){return s`<label class="box"><input type="checkbox" id="show-${e}" checked> ${e} <span class="count">${t}</span></label>`}function en(e,t,n,o){if(n===0&&e!=="matrix")return e==="findings"?s`<section id="findings"><h2>No findings</h2></section>`:a("");return s`<section id="${e}"><h2>${t} <span class="count">${n}</span></h2>
${o}</section>`}var eo=n(2689);const er=200;const ei=1e3;const es={format:"junit",title:"JUnit XML, for CI servers: a test for every promise.",render:e=>{const t=[...ea(e),...eu(e)];const n=t.flatMap(({cases:e})=>e);const o=t.flatMap(em);const r=`<testsuites name="Tallystick" ${ev(n)} time="${ew(e)}">`;return`${['<?xml version="1.0" encoding="UTF-8"?>',r,...o,"</testsuites>"].join("\n")}
`}};function ea(e){const t=new Map;for(const n of e.violations){const e=ec(n);const o=t.get(e);if(o===undefined)t.set(e,[n]);else o.push(n)}return e.contracts.map(({id:n,title:o,version:r})=>{const i=e.matrix.filter(e=>e.contract===n);const s=new Set(i.map(ec));const a=e.violations.filter(e=>e.contract===n&&!s.has(ec(e)));const c=[...i.map(e=>el(e,t.get(ec(e))??[])),...a.length===0?[]:[ed(n,a)]];return{name:`${o} ${r}`.trim()||n,contract:n,cases:c}})}function ec(e){return JSON.stringify([e.contract,e.subject])}function el(e,t){const{subject:n,status:o,note:r}=e;const i=t.filter(({severity:e})=>e==="error");const s=t.filter(({severity:e})=>e!=="error");const a=r===undefined?[]:[r];const c=e.codeAt??e.promisedAt;const l=s.map(ef);const d={name:n,file:c.file,line:c.line,kind:o};switch(o){case"verified":return{...d,outcome:"passed",message:"",details:[],output:[...a,...l]};case"unverified":return{...d,outcome:"skipped",message:r??"could not be fully compared",details:[],output:l};case"violated":case"missing":return{...d,outcome:"failure",kind:i[0]?.check??o,message:i.length===1?i[0]?.message??o:`${o}: ${i.length} errors`,details:i.map(ef),output:[...a,...l]}}}function ed(e,t){const[n]=t;const o=t.some(({severity:e})=>e==="error");const r=t.map(ef);return{name:"the contract as a whole",file:e,line:n?.line??1,outcome:o?"failure":"passed",kind:n?.check??"",message:n?.message??"",details:o?r:[],output:o?[]:r}}function eu(e){const t=(0,g.C7)(e);if(t.length===0)return[];const n=t.map(e=>({name:(0,i.ml)(e,ei),file:"",line:0,outcome:"error",kind:"incomplete",message:e,details:[e],output:[]}));return[{name:"Completeness of the run",contract:"tallystick",cases:n}]}function ef(e){const{severity:t,check:n,problem:o,field:r,status:i,message:s,promised:a,actual:c,promisedAt:l,suggestion:d}=e;const u=i===undefined?"":` in response ${i}`;const f=a===undefined&&c===undefined?[]:[`promised ${a??"nothing"}, actual ${c??"nothing"}`];return[`${t} ${n} ${r===undefined?"":`${r}: `}${h.w[o]}${u}`,`at ${e.file_path}:${e.line}, promised in ${l.file}:${l.line}`,...f,s,...d===undefined?[]:[d]].join("; ")}function em({name:e,contract:t,cases:n}){const o=`  <testsuite ${eb("name",e)} ${ev(n)}>`;return[o,...n.flatMap(e=>ep(e,t)),"  </testsuite>"]}function ep(e,t){const n=e.file===""?"":` ${eb("file",e.file)} line="${e.line}"`;const o=`    <testcase ${eb("name",e.name)} ${eb("classname",t)}${n}`;const r=[...eh(e),...eg(e)];return r.length===0?[`${o}/>`]:[`${o}>`,...r,"    </testcase>"]}function eh({outcome:e,message:t,kind:n,details:o}){if(e==="passed")return[];if(e==="skipped")return[`      <skipped ${eb("message",t)}/>`];return[`      <${e} ${eb("message",t)} ${eb("type",n)}>${e$(o)}</${e}>`]}function eg({output:e}){return e.length===0?[]:[`      <system-out>${e$(e)}</system-out>`]}function e$(e){const t=e.length-er;const n=e.slice(0,er).map(e=>(0,i._9)((0,i.ml)(e,ei)));return[...n,...t>0?[`and ${t} more`]:[]].join("\n")}function eb(e,t){return`${e}="${(0,i._9)((0,i.ml)(t,ei))}"`}function ev(e){const t=t=>e.filter(e=>e.outcome===t).length;return`tests="${e.length}" failures="${t("failure")}" errors="${t("error")}" skipped="${t("skipped")}"`}function ew({stats:e}){return(e.millis/1e3).toFixed(3)}var ey=n(3326);var ex=n(3822);var ek=n(1493);const ej=[ek.text,eo.P,ey.wD,ex.sarif,es,Z,o.M]}),2689:(function(e,t,n){n.d(t,{P:()=>s,t:()=>r});var o=n(96);const r=1;function i(e){return{formatVersion:r,tool:{name:e.tool.name,version:e.tool.version},summary:e.summary,contracts:e.contracts,matrix:e.matrix,violations:e.violations.map(a),routes:e.routes.map(e=>({method:e.method,path:e.path,...(0,o.M)(e)==="known"?{}:{pathStart:(0,o.M)(e)},framework:e.by,file:e.at.file,line:e.at.line,documented:e.documented})),gaps:e.gaps.map(c),crashes:e.crashes,stats:e.stats}}const s={format:"json",title:"Everything, for machines; its schema is `schema/report.schema.json`.",render:e=>`${JSON.stringify(i(e),null,2)}
`};function a(e){const{promisedAt:t}=e;return{...e,promisedAt:{file:t.file,line:t.line}}}function c({reason:e,detail:t,at:n}){return{reason:e,detail:t,file:n.file,line:n.line}}}),3326:(function(e,t,n){n.d(t,{PU:()=>$,V0:()=>l,Vw:()=>b,Y8:()=>u,c4:()=>s,f9:()=>h,tp:()=>w,wD:()=>c});var o=n(9300);var r=n(96);var i=n(7358);const s=300;const a={verified:"✅ verified",violated:"❌ violated",missing:"❌ missing",unverified:"❔ unverified"};const c={format:"markdown",title:"The compliance matrix and the findings, as Markdown.",render:(e,t)=>l(["# Contract compliance",d(e),...u(e,()=>true),p(e,t),$(e),b(e)])};function l(e){return`${e.filter(e=>e!=="").join("\n\n")}
`}function d(e){const{summary:t}=e;const n=t.fieldsUnknown>0?`, ${t.fieldsUnknown} unknown`:"";return[`**${(0,o.p7)((0,i.WJ)(e).sentence)}**`,"",`- ${(0,i.rc)(e)}: ${(0,i.Is)(e)}`,`- ${(0,i.s_)(e)}; ${(0,i.hS)(t.fieldsCompared,"field")} compared${n}`,...(0,i.C7)(e).map(e=>`- Incomplete: ${(0,o.p7)(e)}`),...(0,i.Zn)(e).map(e=>`- ${e}`)].join("\n")}function u(e,t){return e.contracts.flatMap(n=>{const r=e.matrix.filter(e=>e.contract===n.id);const i=r.filter(t);const a=(0,o.p7)((0,o.ml)(`${n.title} ${n.version}`.trim(),s));const c=`## ${a} (${(0,o.D9)(n.id)})`;if(r.length===0)return[`${c}

It promises nothing.`];if(i.length===0)return[];return[`${c}

${w(["Status",f(e),"Compared","Unknown","Promised","Code","Note"],i.map(m))}`]})}function f(e){return(0,i.tt)(e)==="endpoint"?"Endpoint":"Subject"}function m(e){return[a[e.status],(0,o.D9)((0,o.ml)(e.subject,s)),String(e.compared),String(e.unknown),v(e.promisedAt),e.codeAt===null?"":v(e.codeAt),(0,o.p7)((0,o.ml)(e.note??"",s))]}function p(e,{maxViolations:t}){const{violations:n}=e;if(n.length===0)return"";const o=n.slice(0,t);const r=n.length-o.length;return l(["## Findings",h(o),r>0?`… and ${(0,i.hS)(r,"more finding")}.`:""]).trimEnd()}function h(e){return w(["Severity","Rule","Endpoint","Field","Promised","Actual","Code","Contract","Message"],e.map(g))}function g(e){const t=e.file_path!==e.promisedAt.file;const n=e.suggestion===undefined?e.message:`${e.message} ${e.suggestion}`;return[e.severity,e.check,(0,o.D9)((0,o.ml)(e.subject,s)),(0,o.D9)((0,o.ml)(e.field??"",s)),(0,o.D9)((0,o.ml)(e.promised??"",s)),(0,o.D9)((0,o.ml)(e.actual??"",s)),t?v({file:e.file_path,line:e.line}):"",v(e.promisedAt),(0,o.p7)((0,o.ml)(n,s))]}function $(e){const t=e.routes.filter(e=>!e.documented);if(t.length===0)return"";const n=t.map(e=>[(0,o.D9)((0,o.ml)((0,r.R)(e),s)),v(e.at)]);return`## Routes that no contract promises

${w(["Route","Code"],n)}`}function b(e){if(e.gaps.length===0)return"";const t=e.gaps.map(e=>[v(e.at),e.reason,(0,o.p7)((0,o.ml)(e.detail,s))]);return`## Places that could not be read

${w(["Place","Reason","Detail"],t)}`}function v(e){return(0,o.D9)((0,o.ml)(`${e.file}:${e.line}`,s))}function w(e,t){const n=e=>`| ${e.join(" | ")} |`;return[n(e),n(e.map(()=>"---")),...t.map(n)].join("\n")}}),6028:(function(e,t,n){n.d(t,{w:()=>o});const o={missing:"missing field",extra:"extra field",type:"wrong type",optionality:"may be left out",nullability:"may be null",enum:"value outside the promise",format:"wrong format",case:"spelled differently","endpoint-missing":"no route","wrong-method":"other method","base-path":"base path",unpublished:"never published",unhandled:"never handled",undocumented:"not promised"}}),96:(function(e,t,n){n.d(t,{M:()=>o,R:()=>r});function o(e){if(e.prefixUnknown!==true)return"known";return e.likelyPrefix===undefined?"unknown":"likely"}function r(e){const t=o(e);return`${e.method} ${t==="unknown"?"…":""}${e.path}${t==="likely"?" (start likely)":""}`}}),3822:(function(e,t,n){n.d(t,{sarif:()=>d});var o=n(9300);var r=n(7358);const i=25e3;const s=99;const a=1e3;const c=4e3;const l="https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";const d={format:"sarif",title:"SARIF 2.1.0, for code scanning.",uses:["rules"],render:(e,t)=>`${JSON.stringify(u(e,t),null,1)}
`};function u(e,{rules:t=[],category:n}){const{tool:s,violations:a}=e;const c=f(t,a);const d=a.slice(0,i);const g=new Map;return{$schema:l,version:"2.1.0",runs:[{tool:{driver:{name:"Tallystick",version:s.version,semanticVersion:s.version,rules:c.map(p)}},...n===undefined?{}:{automationDetails:{id:`tallystick/${(0,o.pj)(n)}/`}},invocations:[{executionSuccessful:(0,r.C7)(e).length===0,toolExecutionNotifications:x(e,a.length-d.length)}],originalUriBaseIds:{"%SRCROOT%":{description:{text:"The root of the repository."}}},columnKind:"utf16CodeUnits",results:d.map(e=>{const t=(g.get(e.fingerprint)??0)+1;g.set(e.fingerprint,t);return h(e,m(c,e),t)})}]}}function f(e,t){const n=new Set(e.map(({id:e})=>e));const o=[...new Set(t.map(({check:e})=>e))].filter(e=>!n.has(e)).sort();return[...e,...o.map(e=>({id:e,title:e,page:""}))]}function m(e,{check:t}){return e.findIndex(({id:e})=>e===t)}function p({id:e,title:t,page:n}){const o=/^\*\*Promised:\*\* (.+?)(?:\n\n|$)/ms.exec(n)?.[1]?.replaceAll("\n"," ")??t;return{id:e,shortDescription:{text:t},fullDescription:{text:o},...n===""?{}:{help:{text:n,markdown:n}},defaultConfiguration:{level:"error"},properties:{tags:["api","contract"],precision:"high","problem.severity":"error"}}}function h(e,t,n){const{check:o,severity:r,file_path:i,line:a,promisedAt:c,fingerprint:l,contract:d,subject:u,status:f,field:m,problem:p}=e;const h=c.file!==i||c.line!==a;const w=[...h?[{...c,message:"What the contract promises."}]:[],...e.related.slice(0,s)];const{promised:y,actual:x}=e;return{ruleId:o,ruleIndex:t,level:r,message:{text:g(e,h)},locations:[{physicalLocation:v({file:i,line:a})}],...w.length===0?{}:{relatedLocations:w.map((e,t)=>({id:t+1,physicalLocation:v(e),message:{text:$(e.message)}}))},partialFingerprints:{primaryLocationLineHash:`${l}:${n}`,"tallystickFingerprint/v1":l},properties:b({contract:d,subject:u,status:f,field:m,problem:p,promised:y,actual:x})}}function g({message:e,suggestion:t,promisedAt:n},r){const i=t===undefined?"":` ${$(t)}`;const s=`${n.file}:${n.line}`.replaceAll(/[\\[\]]/g,"\\$&");return`${$(e)}${i}${r?` Promised in [${(0,o.ml)((0,o.pj)(s),c)}](1).`:""}`}function $(e){const t=(0,o.ml)((0,o.pj)(e),c);return t.includes("](")?t.replaceAll(/[\\[\]]/g,"\\$&"):t}function b(e){const t=Object.entries(e).flatMap(([e,t])=>t===undefined?[]:[[e,t]]);return Object.fromEntries(t.map(([e,t])=>[e,(0,o.ml)((0,o.pj)(t),c)]))}function v({file:e,line:t}){return{artifactLocation:{uri:y(e),uriBaseId:"%SRCROOT%"},region:{startLine:Math.max(1,t)}}}const w=/\p{Cs}/gu;function y(e){return e.split("/").map(e=>encodeURIComponent(e.replaceAll(w,"�"))).join("/")}function x(e,t){const{gaps:n}=e;const o=n.length-a;return[...(0,r.C7)(e).map(e=>j("error",e)),...t>0?[j("warning",`${(0,r.hS)(t,"finding")} more: a run carries at most ${i}, the worst ones.`)]:[],...n.slice(0,a).map(e=>({...j("note",e.detail),...k(e)})),...o>0?[j("note",`${(0,r.hS)(o,"more place")} could not be read.`)]:[]]}function k({at:e}){return{locations:[{physicalLocation:v(e)}]}}function j(e,t){return{level:e,message:{text:$(t)}}}}),1493:(function(e,t,n){n.r(t);n.d(t,{text:()=>j});var o=n(9300);var r=n(96);const i=e=>e;const s=(e,t)=>n=>n===""?n:`\x1b[${e}m${n}\x1b[${t}m`;function a(e){return e?{good:s(32,39),bad:s(31,39),open:s(33,39),strong:s(1,22),faint:s(2,22)}:{good:i,bad:i,open:i,strong:i,faint:i}}var c=n(6028);const l=24;const d=56;const u=100;const f=96;const m=" ".repeat(13);const p=["error","warning","note"];function h(e,t,n){const[o,r,i]=[[],[],[]];for(const n of e){const e=g(n);const s=n.severity==="note"&&n.problem==="extra"?i:t.has(e)?r:o;s.push(n);if(s===o)t.add(e)}const s=p.flatMap(e=>$(e,"as above",r.filter(t=>t.severity===e),n));return[...o.flatMap(e=>w(e,n)),...s,...$("note","not promised",i,n)]}function g({check:e,problem:t,file_path:n,line:o,promisedAt:r,promised:i,actual:s}){return JSON.stringify([e,t,n,o,r.file,r.line,i,s])}function $(e,t,n,{style:r}){if(n.length===0)return[];const i=[...new Set(n.map(e=>(0,o.pj)(e.field??"the body")))];const s=b(`${t}: `,i);return s.map((t,n)=>n===0?`    ${v(e,r)(e.padEnd(7))}  ${t}`:`${m}${t}`)}function b(e,t){const n=[e];for(const[o,r]of t.entries()){const i=o<t.length-1?`${r}, `:r;const s=n.at(-1)??"";if(s!==e&&s.length+i.length>f)n.push(i);else n[n.length-1]=`${s}${i}`}return n.map(e=>e.trimEnd())}function v(e,t){return e==="error"?t.bad:e==="warning"?t.open:t.faint}function w(e,t){const{style:n}=t;const r=e.status===undefined?"":` in response ${(0,o.pj)(e.status)}`;const i=e.field===undefined?"":`${n.strong((0,o.pj)(e.field))}: `;const s=v(e.severity,n)(e.severity.padEnd(7));const a=`    ${s}  ${i}${c.w[e.problem]}${r}  ${n.faint(e.check)}`;return[a,...y(e,t)].map(e=>e.trimEnd())}function y(e,{style:t,place:n}){const r=e.file_path!==e.promisedAt.file;const i=n({file:e.file_path,line:e.line});const s=[];if(e.promised!==undefined||e.actual!==undefined){const a=(0,o.ml)((0,o.pj)(e.promised??"nothing"),u);const c=(0,o.ml)((0,o.pj)(e.actual??"nothing"),u);const f=Math.min(d,Math.max(l,a.length,c.length));s.push(`${m}promised  ${t.good(a.padEnd(f))}  ${t.faint(n(e.promisedAt))}`,`${m}actual    ${t.bad(c.padEnd(f))}  ${r?t.faint(i):""}`)}else{s.push(`${m}${(0,o.pj)(e.message)}`,`${m}${t.faint(n(e.promisedAt))}`);if(r)s.push(`${m}${t.faint(i)}`)}const a=e.related.map(e=>`${m}see       ${(0,o.pj)(e.message)}  ${t.faint(n(e))}`);const c=e.suggestion===undefined?[]:[`${m}mend      ${(0,o.pj)(e.suggestion)}`];return[...s,...a,...c]}var x=n(7358);const k=20;const j={format:"text",title:"For people, in a terminal.",render:(e,t)=>{const n=t.place??(e=>e);const r={style:a(t.color===true),file:e=>(0,o.pj)(n(e)),place:e=>(0,o.pj)(`${n(e.file)}:${e.line}`)};const i=[...e.contracts.map(t=>S(t,e,r)),O(e,r),M(e,r),E(e,t,r),N(e,r)];return i.filter(e=>e.length>0).map(e=>`${e.map(e=>e.trimEnd()).join("\n")}
`).join("\n")}};function S(e,t,n){const r=t.matrix.filter(t=>t.contract===e.id);const i=(0,o.pj)(`${e.title} ${e.version}`.trim());const s=e.basePath===null||e.basePath==="/"||e.basePath===""?"":`, served below ${(0,o.pj)(e.basePath)}`;const{style:a}=n;const c=Math.max(0,...r.map(e=>(0,o.pj)(e.subject).length));const l=r.filter(e=>e.status==="verified");const d=r.filter(e=>e.status==="unverified");return[`${a.strong(i===""?n.file(e.id):i)} ${a.faint(`(${n.file(e.id)}, ${(0,x.hS)(r.length,(0,x.tt)(t))}${s})`)}`,..._(l,"verified",e=>[C(e,c,n)]),..._(d,"unverified",e=>A(e,c,n))]}function C(e,t,{style:n,place:r}){const i=e.codeAt===null?"":r(e.codeAt);const s=e.note===undefined?"":n.faint(`  ${(0,o.pj)(e.note)}`);return`  ${n.good("✓")} ${(0,o.pj)(e.subject).padEnd(t)}  ${n.faint(i)}${s}`}function A(e,t,{style:n,place:r}){const i=r(e.codeAt??e.promisedAt);const s=`  ${n.open("?")} ${(0,o.pj)(e.subject).padEnd(t)}  ${n.faint(i)}`;return e.note===undefined?[s]:[s,`      ${n.open(`unverified: ${(0,o.pj)(e.note)}`)}`]}function O(e,{style:t,place:n}){const i=e.routes.filter(e=>!e.documented);if(i.length===0)return[];const s=Math.max(...i.map(e=>(0,o.pj)((0,r.R)(e)).length));return[t.strong(`${(0,x.hS)(i.length,"route")} that no contract promises`),..._(i,"more",e=>[`  + ${(0,o.pj)((0,r.R)(e)).padEnd(s)}  ${t.faint(n(e.at))}`])]}function M(e,{style:t,place:n}){const{gaps:r}=e;if(r.length===0)return[];return[t.strong(`${(0,x.hS)(r.length,"place")} that could not be read`),..._(r,"more",e=>[`  ${t.open("?")} ${t.faint(n(e.at))}  ${(0,o.pj)(e.detail)}`])]}function E(e,t,n){const o=e.violations.slice(0,t.maxViolations);const r=R(o);const i=new Map(e.matrix.map(e=>[P(e),e]));const s=[...i.keys()].filter(e=>I(i.get(e)));const a=[...i.keys()].filter(e=>!I(i.get(e)));const c=[...[...r.keys()].filter(e=>!i.has(e)),...a,...s];const l=new Set;const d=c.flatMap(e=>L(r.get(e)??[],i.get(e),l,n));const u=e.violations.length-o.length;const f=u>0?["",`and ${(0,x.hS)(u,"more finding")}: --max-violations shows more, --format json all.`]:[];return d.length===0?f:[...d.slice(1),...f]}function R(e){const t=new Map;for(const n of e){const e=t.get(P(n));if(e===undefined)t.set(P(n),[n]);else e.push(n)}return t}function I(e){return e?.status==="violated"||e?.status==="missing"}function P(e){return`${e.contract}
${e.subject}`}function L(e,t,n,r){const{style:i,place:s}=r;const a=e[0];if(a===undefined)return[];const c=t===undefined?a.severity==="error":I(t);const l=c?i.bad("✗"):i.open("!");const d=t===undefined?"":t.status;const u=t?.codeAt==null?"":i.faint(s(t.codeAt));return["",`${l} ${i.strong((0,o.pj)(a.subject))}  ${c?i.bad(d):d}  ${u}`,...h(e,n,r),...c&&t?.note!==undefined?[i.faint(`    also     ${(0,o.pj)(t.note)}`)]:[]]}function N(e,{style:t}){const{mood:n,sentence:r}=(0,x.WJ)(e);const i=n==="good"?t.good:n==="bad"?t.bad:t.open;const{summary:s}=e;const a=s.fieldsUnknown>0?`, ${s.fieldsUnknown} unknown`:"";return[t.strong(i(r)),`  ${(0,x.rc)(e)}: ${(0,x.Is)(e)}`,`  ${(0,x.s_)(e)}; ${(0,x.hS)(s.fieldsCompared,"field")} compared${a}; ${(0,x.hS)(e.routes.length,"route")} in ${(0,x.hS)(e.stats.files,"file")}`,...(0,x.C7)(e).map(e=>`  ${t.bad("incomplete")}  ${(0,o.pj)(e)}`),...(0,x.Zn)(e).map(e=>`  → ${e}`)]}function _(e,t,n){const o=e.length-k;const r=o>0?[`    and ${o} ${t==="more"?t:`more ${t}`}`]:[];return[...e.slice(0,k).flatMap(n),...r]}}),7358:(function(e,t,n){n.d(t,{C7:()=>o,Is:()=>l,KN:()=>d,WJ:()=>s,Zn:()=>u,hS:()=>r,rc:()=>a,s_:()=>c,tt:()=>i});function o(e){const t=[...new Set(e.matrix.map(e=>e.contract))];const n=new Set(e.matrix.filter(e=>e.status!=="unverified"||e.compared>0).map(e=>e.contract));const o=t.filter(e=>!n.has(e));return[...e.crashes,...o.map(e=>`Not one promise of ${e} could be compared with code.`)]}function r(e,t){return`${e} ${t}${e===1?"":"s"}`}function i(e){return e.matrix.every(e=>e.kind==="endpoint")?"endpoint":"subject"}function s(e){const{summary:t}=e;const n=i(e);const s=t.violated+t.missing;if(s>0){const i=o(e).length>0?", and the run is incomplete":"";return{mood:"bad",sentence:`Broken: ${s} of ${r(t.subjects,n)} ${s===1?"does":"do"} not keep what is promised${i}.`}}if(t.errors>0)return{mood:"bad",sentence:`Broken: ${c(e)}.`};if(o(e).length>0)return{mood:"incomplete",sentence:"Incomplete: this run proves nothing."};if(t.subjects===0)return{mood:"open",sentence:"The contracts promise nothing."};if(t.unverified>0){return{mood:"open",sentence:`Nothing broken was found; ${r(t.unverified,n)} could not be fully compared.`}}return{mood:"good",sentence:`Kept: ${t.subjects===1?`the one ${n} keeps`:`all ${t.subjects} ${n}s keep`} what is promised.`}}function a(e){const{verified:t,violated:n,missing:o,unverified:r}=e.summary;const i=Object.entries({violated:n,missing:o,unverified:r}).filter(([,e])=>e>0);return[`${t} verified`,...i.map(([e,t])=>`${t} ${e}`)].join(", ")}function c(e){const{errors:t,warnings:n,notes:o}=e.summary;const i=[[t,"error"],[n,"warning"],[o,"note"]];const s=i.filter(([e])=>e>0).map(([e,t])=>r(e,t));return s.length===0?"no findings":s.join(", ")}function l(e){const{complianceRatio:t,subjects:n,unverified:o,verified:r}=e.summary;const i=o>0?`; ${o} unverified not counted`:"";if(t===null)return`compliance unknown (nothing decided${i})`;return`${d(t)} compliant (${r} of ${n-o} decided${i})`}function d(e){const t=Math.round(e*100);const n=t===100&&e<1?99:t===0&&e>0?1:t;return`${n} %`}function u(e){const{summary:t,violations:n,matrix:o}=e;const r=[];const i=n[0];if(i!==undefined){r.push(`Mend the code, or the contract where that is wrong; \`tallystick explain ${i.check}\` says what the rule asks for.`)}if(n.some(e=>e.problem==="base-path")){r.push("State the base path: in the contract's servers, with --base-path, or as base_path in .tallystick.yml.")}if(o.length>0&&e.routes.length===0){r.push("No route was found: scan the folder that holds the service, or see in the README which frameworks are read.")}else if(t.unverified>0){r.push("Unverified is neither kept nor broken: declare the types that the reasons above name.")}return r}}),7617:(function(e,t,n){n.r(t);n.d(t,{REPORT_OPTIONS:()=>u,fileReport:()=>m,hasColor:()=>$,publish:()=>p,renderReport:()=>h,reportOf:()=>f,writeWhole:()=>g});var o=n(7598);var r=n(3024);var i=n(6760);var s=n(948);var a=n(4024);var c=n(7933);var l=n(5942);var d=n(3615);const u=[{flags:"--format <format>",description:`How the result is printed: ${d.u.map(e=>e.format).join(", ")}.`,default:"text"},{flags:"--output <format=file>",description:"Write a report to a file as well.",repeatable:true},{flags:"--max-violations <n>",description:"Most findings that text and Markdown list.",default:"100"}];function f(e){const t=d.u.find(t=>t.format===e);if(t!==undefined)return t;const n=d.u.map(e=>e.format);const o=(0,s.p)(e,n);throw new c.y(`There is no format ${e}.`,{hint:o===undefined?`Known: ${n.join(", ")}.`:`Did you mean ${o}?`})}function m(e,t){const n=e.indexOf("=");const o=e.slice(n+1);if(n<1||o==="")throw new c.y(`--output ${e} is not of the form FORMAT=FILE.`,{hint:"For example --output json=report.json."});return{report:f(e.slice(0,n)),file:(0,i.resolve)(t,o)}}async function p(e,t,n){const{maxViolations:o,repository:r}=t;for(const{report:n,file:i}of t.files){g(i,await h(n,e,r,{maxViolations:o}))}const s=e=>(0,i.relative)(n.cwd,(0,i.join)(r,e)).replaceAll("\\","/")||e;n.stdout.write(await h(t.report,e,r,{maxViolations:o,color:$(n),place:s}))}async function h(e,t,o,r){const i=new Set(e.uses);const s=i.has("rules")?{rules:(await Promise.all([n.e(1653),n.e(7237)]).then(n.bind(n,6931))).rulePages()}:{};const a=i.has("excerpts")?{excerpts:(await Promise.all([n.e(6317),n.e(9374)]).then(n.bind(n,9374))).readExcerpts(o,(0,l.U_)(t))}:{};return e.render(t,{...s,...a,...r})}function g(e,t){const n=(0,i.join)((0,i.dirname)(e),`.${(0,o.randomBytes)(6).toString("hex")}.tmp`);try{(0,a.f)((0,i.dirname)(e));(0,r.writeFileSync)(n,t);(0,r.renameSync)(n,e)}catch(t){if((0,r.existsSync)(n))(0,r.rmSync)(n);throw new c.y(`${e} cannot be written: ${t instanceof Error?t.message:String(t)}`,{hint:"Name a file in a folder that can be written to."})}}function $({stdout:e,env:t}){if(t.NO_COLOR!==undefined&&t.NO_COLOR!=="")return false;if(t.FORCE_COLOR!==undefined&&t.FORCE_COLOR!=="")return t.FORCE_COLOR!=="0"&&t.FORCE_COLOR!=="false";return e.isTTY&&t.TERM!=="dumb"}}),6849:(function(e,t,n){n.d(t,{IL:()=>i,vU:()=>o,y8:()=>r});function o(e,t){const n=e.options[t];return typeof n==="string"?n:undefined}function r(e,t){const n=e.options[t];return Array.isArray(n)?n.filter(e=>typeof e==="string"):[]}function i(e,t,n){const o=e.options[t];return typeof o==="boolean"?o:n}})};