import fc from 'fast-check'
import { quotedTokens, termTokens } from '../qp/term-tokens.ts'
import type { Tree } from '../qp/tree.ts'

const keyword = /^(and|or|not)$/i
/** Eight digits are a word like others; the index of words splits a longer run into pieces. */
const digits = 'ab0110ab'
const letters = [...'aabbcx10éЖ登录ー𐐀AB', digits, digits]
const inside = [...'.-_:/!%', ...'**??']

/** Any text of a term that needs no quotes: no operator, at least one token. */
const bareText = fc
  .array(fc.constantFrom(...letters, ...inside), { minLength: 1, maxLength: 6 })
  .map(chars => chars.join(''))
  .filter(text => !/^[!-]/.test(text) && !keyword.test(text) && termTokens(text).length > 0)

const quotedText = fc
  .array(fc.constantFrom(...letters, ...inside, ' ', '|', '(', ')', 'AND', 'not '), {
    minLength: 1,
    maxLength: 6,
  })
  .map(parts => parts.join(''))
  .filter(text => quotedTokens(text).length > 0)

/** Any tree that a text can give, positions 0. Texts use few letters, so that random messages often match. */
export const anyTree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    { weight: 3, arbitrary: fc.oneof(bareText.map(bare), quotedText.map(quoted)) },
    { weight: 1, arbitrary: tie('tree').map((of): Tree => ({ kind: 'not', of, start: 0, end: 0 })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('tree'), { minLength: 2, maxLength: 4 }))
        .map(([kind, of]): Tree => ({ kind, of, start: 0, end: 0 })),
    },
  ),
})).tree

/** A message over the same letters. */
export const anyMessage: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...letters, ' ', '.', '-'), { maxLength: 14 })
  .map(chars => chars.join(''))

function bare(text: string): Tree {
  return { kind: 'term', text, quoted: false, tokens: termTokens(text), start: 0, end: 0 }
}

function quoted(text: string): Tree {
  return { kind: 'term', text, quoted: true, tokens: quotedTokens(text), start: 0, end: 0 }
}
