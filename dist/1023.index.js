export const id=1023;export const ids=[1023];export const modules={81023:(e,n,t)=>{t.d(n,{breakerQuestion:()=>a});var o=t(91106);var i=t(69300);const r=3;const s=["  research  look for the cause, then fix it (recommended)","  fix       try once more","  skip      go on with what is open (not advised)","  abort     take back what this milestone wrote, and end"].join("\n");function a({ask:e}){if(e===undefined)return undefined;return async(n,t)=>{const a=t.map(e=>`  - ${(0,i.pj)(e.split("\n")[0]??"")}`);let d=`
Three fixes did not help in ${(0,i.pj)(n)}. Still open:
${a.join("\n")}
${s}
What now? `;for(let n=0;n<r;n++){const n=(await e(d)).trim().toLowerCase();const t=o.E.find(e=>e===n);if(t!==undefined)return t;d=`One of ${o.E.join(", ")}: `}return"abort"}}}};