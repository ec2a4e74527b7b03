/** Does a block go on from one statement to a later one? `left`: it ended before, and so did the method in it. */
export function wayBetween(bare: string, from: number, to: number): 'on' | 'left' | 'unsure' {
  const lines = bare.slice(from, to).split('\n');
  const column = from - (bare.lastIndexOf('\n', from - 1) + 1);
  let last = '';
  for (const [index, line] of lines.entries()) {
    const code = line.trim();
    if (index > 0 && code !== '' && line.length - line.trimStart().length < column) {
      const isOther = /^(?:else|elif|except)\b/.test(code);
      return isOther || /^(?:return|raise)\b/.test(last) ? 'left' : 'unsure';
    }
    if (code !== '' && line.length - line.trimStart().length <= column) last = code;
    if (index === lines.length - 1 && code === '' && index > 0 && line.length < column)
      return /^(?:return|raise)\b/.test(last) ? 'left' : 'unsure';
  }
  return 'on';
}
