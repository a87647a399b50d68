import { expect, test } from 'vitest'
import { HostVisibility } from './host-visibility.ts'

test.each<[patterns: string[], visible: string[]]>([
  [['*'], ['fw-1', 'FW-2', 'web-1']],
  [['fw-*'], ['fw-1', 'FW-2']],
  [
    ['WEB-1', 'fw-?'],
    ['fw-1', 'FW-2', 'web-1'],
  ],
  [[], []],
])('%j', (patterns, visible) => {
  const test = new HostVisibility().testOf(patterns)
  expect(['fw-1', 'FW-2', 'web-1'].filter(test)).toEqual(visible)
})

test.each<[patterns: string[], others: string[], covers: boolean]>([
  [['*'], ['*'], true],
  [['fw-*'], ['FW-1', 'fw-?'], true],
  [['fw-*', 'DB-9'], ['fw-1', 'db-9'], true],
  [['fw-*'], ['fw-1', 'db-9'], false],
  [['fw-*'], ['*'], false],
  [[], ['fw-1'], false],
  [['fw-*'], [], true],
])('%j covers %j: %s', (patterns, others, covers) => {
  const visibility = new HostVisibility()
  expect([1, 2].map(() => visibility.covers(patterns, others))).toEqual([covers, covers])
})

test('a name is matched once for all who have the same patterns', () => {
  let matched = 0
  const visibility = new HostVisibility((pattern, name) => {
    matched++
    return name.startsWith(pattern)
  })
  const ask = (patterns: string[]) => ['a-1', 'b-1', 'c-1'].filter(visibility.testOf(patterns))
  expect([ask(['b']), ask(['b']), matched]).toEqual([['b-1'], ['b-1'], 3])
  expect([ask(['c']), matched]).toEqual([['c-1'], 6])
})
