import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../testing/depth.ts'
import {
  compileWildcard,
  coversWildcard,
  hasWildcard,
  matchesWildcard,
  simplifyWildcard,
} from './wildcard.ts'

/** The definition, by recursion over code points: slow and obvious. */
function oracle(pattern: readonly string[], text: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return text.length === 0
  if (first === '*') return oracle(rest, text) || (text.length > 0 && oracle(pattern, text.slice(1)))
  return text.length > 0 && (first === '?' || first === text[0]) && oracle(rest, text.slice(1))
}

describe('matchesWildcard', () => {
  it.each<[string, string, boolean]>([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['?', '', false],
    ['lab-*', 'lab-', true],
    ['lab-*', 'lab-7', true],
    ['lab-*', 'xlab-7', false],
    ['*m500*', 'rt-m500-2', true],
    ['172.29.*', '172.29.0.1', true],
    ['172.29.*', '172x29.0.1', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a?c', 'a👍c', true],
    ['?', '👍', true],
    ['??', '👍', false],
    ['*??', '👍', false],
    ['*\udc4d', '👍', false],
    ['*a*b', 'xaxbxb', true],
    ['*a*b', 'xaxbxbx', false],
    ['*ab', 'aab', true],
    ['**', 'x', true],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['?登?', '失登录', true],
  ])('%j on %j: %s', (pattern, text, want) => {
    expect(matchesWildcard(pattern, text)).toBe(want)
    expect(compileWildcard(pattern)(text)).toBe(want)
  })

  it('equals the definition', () => {
    const chars = (of: string) => fc.array(fc.constantFrom(...of), { maxLength: 9 })
    fc.assert(
      fc.property(chars('ab*?👍'), chars('ab👍'), (pattern, text) => {
        expect(matchesWildcard(pattern.join(''), text.join(''))).toBe(oracle(pattern, text))
        expect(matchesWildcard(simplifyWildcard(pattern.join('')), text.join(''))).toBe(oracle(pattern, text))
      }),
      { numRuns: runs(2000) },
    )
  })

  it('ends on a pattern that backtracking engines never finish', () => {
    expect(matchesWildcard(`${'*a'.repeat(2000)}b`, 'a'.repeat(10_000))).toBe(false)
  })
})

it('hasWildcard', () => {
  expect(['a', 'a*', '?', '%_', ''].map(hasWildcard)).toEqual([false, true, true, false, false])
})

describe('coversWildcard', () => {
  it.each<[wide: string, narrow: string, want: boolean]>([
    ['fw-*', 'fw-1', true],
    ['fw-*', 'fw-1*', true],
    ['fw-1*', 'fw-*', false],
    ['fw-?', 'fw-*', false],
    ['fw-*', 'fw-?', true],
    ['*', '**', true],
    ['**', '*', true],
    ['*?', '?*', true],
    ['?*', '*', false],
    ['*-*', '*-a-*', true],
    ['*a*', '*b*', false],
    ['?', '👍', true],
    ['??', '👍', false],
    ['', '*', false],
    ['a', '?', false],
  ])('%j covers %j: %s', (wide, narrow, want) => {
    expect(coversWildcard(wide, narrow)).toBe(want)
  })

  it('says yes only where every text of the one is a text of the other', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 5 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(
      fc.property(pattern, pattern, text, (wide, narrow, name) => {
        fc.pre(coversWildcard(wide, narrow) && matchesWildcard(narrow, name))
        expect(matchesWildcard(wide, name)).toBe(true)
      }),
    )
  })
})
