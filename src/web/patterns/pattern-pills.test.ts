import { expect, test } from 'vitest'
import type { Pill } from '../../filter/typed/pill.ts'
import { withPattern } from './pattern-pills.ts'

const like = (...values: string[]): Pill => ({ field: 'message', op: '|>', values, off: false })
const unlike = (...values: string[]): Pill => ({ field: 'message', op: '!>', values, off: false })
const host: Pill = { field: 'host', op: 'eq', values: ['a'], off: false }

test.each<[name: string, before: Pill[], op: '|>' | '!>', after: Pill[]]>([
  ['a pattern is searched', [host], '|>', [host, like('p')]],
  ['in place of another', [like('q'), host], '|>', [host, like('p')]],
  ['a pattern is excluded', [], '!>', [unlike('p')]],
  ['beside patterns excluded before', [unlike('q')], '!>', [unlike('q', 'p')]],
  ['and no longer searched', [like('p'), host], '!>', [host, unlike('p')]],
  ['another pattern is still searched', [like('q')], '!>', [like('q'), unlike('p')]],
])('%s', (_, before, op, after) => {
  expect(withPattern(before, op, 'p')).toEqual(after)
})
