import { expect, test } from 'vitest'
import type { Pill } from '../../filter/typed/pill.ts'
import { withPattern } from './pattern-pills.ts'

const like = (...values: string[]): Pill => ({ field: 'message', op: '|>', values, off: false })
const unlike = (...values: string[]): Pill => ({ field: 'message', op: '!>', values, off: false })
const host: Pill = { field: 'host', op: 'eq', values: ['a'], off: false }

test.each<[name: string, before: Pill[], op: '|>' | '!>', after: Pill[]]>([
  ['a pattern is searched', [host], '|>', [host, like('p')]],
  ['in place of another', [like('q'), host], '|>', [host, like('p')]],
  ['one is left out', [], '!>', [unlike('p')]],
  ['with those before', [unlike('q')], '!>', [unlike('q', 'p')]],
  ['and is not searched any more', [like('p'), host], '!>', [host, unlike('p')]],
  ['another one still is', [like('q')], '!>', [like('q'), unlike('p')]],
])('%s', (_, before, op, after) => {
  expect(withPattern(before, op, 'p')).toEqual(after)
})
