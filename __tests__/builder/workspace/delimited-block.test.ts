import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_END, BLOCK_START, blockIn, withBlock, withoutBlock } from '../../../src/builder/workspace/delimited-block.js';

/** Texts as people, and those who wish them ill, may leave them in a file. */
const piece = fc.constantFrom(BLOCK_START, BLOCK_END, '\n', '\r\n', '# Mine', ' ', 'Keep tests green.', '<!--', '-->', '\u2028');
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('the block of a build in a file of the user', () => {
  test('leaves no trace once it is taken out', () => {
    fc.assert(
      fc.property(text, text, (mine, content) => {
        expect(withoutBlock(withBlock(mine, content), mine)).toBe(mine);
      }),
    );
  });

  test('is replaced by the next, and nothing else is', () => {
    fc.assert(
      fc.property(text, text, text, (mine, first, second) => {
        expect(withBlock(withBlock(mine, first), second)).toBe(withBlock(mine, second));
      }),
    );
  });

  test('cannot be closed by what stands in it', () => {
    fc.assert(
      fc.property(text, (content) => {
        const block = blockIn(withBlock(undefined, content)) ?? '';
        expect(block.split(BLOCK_END)).toHaveLength(2);
        expect(block.split(BLOCK_START)).toHaveLength(2);
      }),
    );
  });

  test('is the whole file where there was none', () => {
    expect(withBlock(undefined, 'Rules.')).toBe(`${BLOCK_START}\nRules.\n${BLOCK_END}\n`);
    expect(withoutBlock(withBlock(undefined, 'Rules.'), undefined)).toBeUndefined();
  });

  test('follows what the user wrote, after an empty line', () => {
    expect(withBlock('# Mine\n', 'Rules.')).toBe(`# Mine\n\n${BLOCK_START}\nRules.\n${BLOCK_END}\n`);
  });

  test('goes, and what others wrote around it meanwhile stays', () => {
    const file = withBlock('# Mine\n', 'Rules.').replace('# Mine', '# Mine and yours');
    expect(withoutBlock(`${file}More.\n`, '# Mine\n')).toBe('# Mine and yours\nMore.\n');
    expect(withoutBlock(`${withBlock(undefined, 'Rules.')}More.\n`, undefined)).toBe('More.\n');
  });

  test('of an earlier build, that the user committed, is there again', () => {
    const mine = withBlock('# Mine\n', 'Old rules.');
    const changed = withBlock(mine, 'Rules.').replace('# Mine', '# Yours');
    expect(withoutBlock(changed, mine)).toBe(mine.replace('# Mine', '# Yours'));
  });
});
