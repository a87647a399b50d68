import { expect, test } from 'vitest'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import { compileFilter } from './filter.ts'

function sqlOf(...conditions: Condition[]): string {
  const meaning = parseFilter(conditions)
  if ('faults' in meaning) throw new Error(JSON.stringify(meaning.faults))
  return compileFilter(meaning.predicate).rows
}

function list(length: number, value: (i: number) => string): string[] {
  return Array.from({ length }, (_, i) => value(i))
}

const message = (op: 'eq' | 'qp', value: string[]): Condition => ({ field: 'message', op, value })

test.each<[string, Condition]>([
  [
    '10,000 words',
    message(
      'eq',
      list(10_000, i => `x${i}`),
    ),
  ],
  [
    '1,000 phrases',
    message(
      'eq',
      list(1_000, i => `x${i}-b`),
    ),
  ],
  [
    '1,000 wildcards',
    message(
      'eq',
      list(1_000, i => `x${i}*b?`),
    ),
  ],
  [
    '900 pairs of words',
    message(
      'qp',
      list(900, i => `x${i} y${i}`),
    ),
  ],
  [
    '900 words that are missing',
    message(
      'qp',
      list(900, i => `!x${i}`),
    ),
  ],
  ['one message of 1,000 words', message('eq', [list(1_000, i => `x${i}`).join(' ')])],
])(
  'planning a statement does not take the square of %s: the index is asked 64 times at most',
  (_, condition) => {
    const calls = sqlOf(condition).match(/has(?:All|Any)Tokens\(/g)?.length ?? 0
    expect(calls).toBeLessThanOrEqual(64)
  },
)

test('words that are alternatives are one look-up', () => {
  expect(sqlOf(message('eq', ['a', 'b', 'c-d', 'a']))).toMatch(
    /^\(hasAnyTokens\(message, \['a', 'b'\]\).* OR \(hasAllTokens/,
  )
})

test('the largest filters that are allowed are statements of a few megabytes', () => {
  const wild = message(
    'eq',
    list(1_000, i => 'a?b*'.repeat(5).slice(0, 17) + i),
  )
  const regex: Condition = { field: 'message', op: '=~', value: list(10, () => '/'.repeat(1_000)) }
  expect(sqlOf(wild).length).toBeLessThan(4_000_000)
  expect(sqlOf(regex).length).toBeLessThan(1_000_000)
})
