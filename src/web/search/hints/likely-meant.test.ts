import { expect, test } from 'vitest'
import { type Pill, pillText } from '../../../filter/typed/pill.ts'
import { doubtOf, meantName } from './likely-meant.ts'

const pill = (field: string, op: Pill['op'], ...values: string[]): Pill => ({ field, op, values, off: false })
const tags = ['SrcIP', 'user', 'status']
const hosts = { names: ['web-1', 'web-2', 'fw-edge-1'], isComplete: true }

const doubts: [
  pill: Pill,
  values: typeof hosts | undefined,
  kind: string | undefined,
  meant: string | undefined,
][] = [
  [pill('host', 'eq', 'web1'), hosts, 'no-value', 'host:eq:web-1'],
  [pill('host', 'eq', 'WEB-1'), hosts, undefined, undefined],
  [pill('host', 'eq', 'fw'), hosts, 'no-value', 'host:eq:fw-edge-1'],
  [pill('host', 'eq', 'zzzzzz'), hosts, 'no-value', undefined],
  [pill('host', 'eq', 'web*'), hosts, undefined, undefined],
  [pill('host', 'eq', 'nope', 'web-1'), hosts, undefined, undefined],
  [pill('host', 'eq', 'web1'), { ...hosts, isComplete: false }, undefined, undefined],
  [pill('host', 'eq', 'web1'), undefined, undefined, undefined],
  [pill('host', 'ne', 'web1'), hosts, undefined, undefined],
  [pill('host', 'eq', '/web-.*/'), hosts, 'no-value', 'host:=~:web-.*'],
  [pill('host', 'eq', '10.0.0.0/8'), undefined, 'network', 'host:eq:10.*'],
  [pill('SrcIP', 'ne', '198.51.100.0/24', '10.0.0.1'), hosts, 'network', 'SrcIP:ne:198.51.100.*,10.0.0.1'],
  [pill('SrcIP', 'eq', '10.0.0.0/12'), hosts, 'network', undefined],
  [pill('SrcIP', 'eq', '2001:db8::/32'), hosts, 'network', undefined],
  [pill('host', 'eq', 'gigabit1/0'), hosts, 'no-value', undefined],
  [pill('srcip', 'eq', '10.0.0.1'), undefined, 'no-tag', 'SrcIP:eq:10.0.0.1'],
  [pill('hots', 'eq', 'web-1'), undefined, 'no-tag', 'host:eq:web-1'],
  [pill('colour', 'eq', 'green'), undefined, 'no-tag', undefined],
  [pill('ut_status', 'eq', '500'), { names: ['500'], isComplete: true }, undefined, undefined],
  [pill('SrcIP', 'gt', '5'), { names: ['10.0.0.1'], isComplete: true }, 'no-numbers', undefined],
  [pill('status', 'gt', '5'), { names: ['x'], isComplete: true }, undefined, undefined],
]
for (const [from, values, kind, meant] of doubts)
  test(`${pillText(from)} is ${kind ?? 'not doubted'}${values?.isComplete === false ? ' without all values' : ''}`, () => {
    const doubt = doubtOf(from, tags, values)
    expect(doubt?.kind).toBe(kind)
    expect(doubt?.meant && pillText(doubt.meant)).toBe(meant)
  })

test('a field is written as filters take it', () => {
  expect(meantName('Hots', [])).toBe('host')
  expect(meantName('mnemonc', [])).toBe('cisco_mnemonic')
  expect(meantName('usr', tags)).toBe('user')
  // Names in other products.
  expect(meantName('level', [])).toBe('severity')
  expect(meantName('Hostname', [])).toBe('host')
  expect(meantName('@host', [])).toBe('host')
  expect(meantName('service', [])).toBe('program')
  expect(meantName('xyzzyq', tags)).toBeUndefined()
})
