export const id=9971;export const ids=[9971];export const modules={79971:(n,e,t)=>{t.d(e,{asking:()=>a});var o=t(23545);var i=t(69300);const r=3;const s=["  research  look for the cause, then fix it (recommended)","  fix       try once more","  skip      go on with what is open (not advised)","  abort     take back what this milestone wrote, and end"].join("\n");function a({ask:n}){if(n===undefined)return undefined;return async(e,t)=>{const a=t.map(n=>`  - ${(0,i.pj)(n.split("\n")[0]??"")}`);let d=`
Three fixes did not help in ${(0,i.pj)(e)}. Still open:
${a.join("\n")}
${s}
What now? `;for(let e=0;e<r;e++){const e=(await n(d)).trim().toLowerCase();const t=o.Ep.find(n=>n===e);if(t!==undefined)return t;d=`One of ${o.Ep.join(", ")}: `}return"abort"}}}};