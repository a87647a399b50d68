import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { anyTree } from '../testing/trees.ts'
import { parseQuery } from './parser.ts'
import { printQuery } from './print-query.ts'
import type { Tree } from './tree.ts'

it.each([
  ['a  and b', 'a b'],
  ['a OR NOT b', 'a | !b'],
  ['(a b) | c', 'a b | c'],
  ['(a | b) c', '(a | b) c'],
  ['a (b c)', 'a (b c)'],
  ['NOT (NOT a)', '!!a'],
  ['-( "x  Y" | z* )', '!("x  Y" | z*)'],
  ['172.29.*', '172.29.*'],
  ['"or"', '"or"'],
])('%s prints as %s', (text, want) => {
  expect(printQuery(parseQuery(text))).toBe(want)
})

function withoutPlaces(tree: Tree): Tree {
  const place = { start: 0, end: 0 }
  switch (tree.kind) {
    case 'term':
      return { ...tree, ...place }
    case 'not':
      return { ...tree, ...place, of: withoutPlaces(tree.of) }
    default:
      return { ...tree, ...place, of: tree.of.map(withoutPlaces) }
  }
}

it('reads back as the same tree', () => {
  fc.assert(
    fc.property(anyTree, tree => {
      expect(withoutPlaces(parseQuery(printQuery(tree)))).toEqual(tree)
    }),
    { numRuns: runs(2_000) },
  )
})
