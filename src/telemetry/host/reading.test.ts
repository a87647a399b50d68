import { expect, test } from 'vitest'
import { ratesBetween } from './counters.ts'
import { usageBetween } from './processors.ts'
import { figuresOf, type Reading } from './reading.ts'

const reading = (at: number, also: Partial<Reading> = {}): Reading => ({
  at,
  processors: new Map(),
  disks: new Map(),
  interfaces: new Map(),
  memory: undefined,
  fileSystems: new Map(),
  ...also,
})

test('a first reading returns what is, the second also what rose', () => {
  const first = reading(1_000, {
    memory: [4, 3, 2, 1],
    fileSystems: new Map([['root', [7, 8, 9]]]),
    processors: new Map([
      ['totals', [0, 0, 0, 0, 0, 0, 0, 0]],
      ['0', [0, 0, 0, 0, 0, 0, 0, 0]],
      ['1', [0, 0, 0, 0, 0, 0, 0, 0]],
    ]),
    disks: new Map([['vda', [100, 200]]]),
    interfaces: new Map([['eth0', [0, 0, 0, 0, 0, 0, 0, 0]]]),
  })
  const gauges = [
    { second: 59, kind: 'System_Memory', series: '', values: [4, 3, 2, 1] },
    { second: 59, kind: 'System_DF', series: 'root', values: [7, 8, 9] },
  ]
  expect(figuresOf(first, undefined, 59)).toEqual(gauges)
  const second = reading(11_000, {
    processors: new Map([
      ['totals', [10, 0, 20, 0, 0, 0, 0, 170]],
      ['0', [10, 0, 0, 0, 0, 0, 0, 90]],
      ['1', [0, 0, 20, 0, 0, 0, 0, 80]],
    ]),
    disks: new Map([['vda', [150, 200]]]),
    interfaces: new Map([['eth0', [1_000, 10, 20, 30, 2_000, 40, 50, 60]]]),
  })
  expect(figuresOf(second, first, 69)).toEqual([
    { second: 69, kind: 'System_CPU', series: 'totals', values: [10, 0, 20, 0, 0, 0, 0, 170] },
    { second: 69, kind: 'System_CPU', series: '0', values: [10, 0, 0, 0, 0, 0, 0, 90] },
    { second: 69, kind: 'System_CPU', series: '1', values: [0, 0, 20, 0, 0, 0, 0, 80] },
    { second: 69, kind: 'System_IOPS', series: 'vda', values: [5, 0] },
    { second: 69, kind: 'System_Network', series: 'eth0', values: [4, 1, 200, 100, 5, 2] },
    { second: 69, kind: 'System_NetworkErrors', series: 'eth0', values: [3, 6, 2, 5] },
  ])
  expect(figuresOf({ ...second, at: 1_400 }, first, 60)).toEqual([])
})

test('series that are new or whose counters went back are left out', () => {
  const before = new Map([
    ['a', [10, 10]],
    ['b', [10, 10]],
    ['gone', [1, 1]],
  ])
  const after = new Map([
    ['a', [20, 10]],
    ['b', [20, 9]],
    ['new', [1, 1]],
  ])
  expect([...ratesBetween(before, after, 5)]).toEqual([['a', [2, 0]]])
})

test('a state whose time went back counts as none, and processors that did nothing are left out', () => {
  const before = new Map([
    ['0', [10, 0, 0, 0, 0, 9, 0, 0]],
    ['1', [1, 1, 1, 1, 1, 1, 1, 1]],
  ])
  const after = new Map([
    ['0', [11, 0, 0, 0, 0, 8, 0, 3]],
    ['1', [1, 1, 1, 1, 1, 1, 1, 1]],
  ])
  expect([...usageBetween(before, after)]).toEqual([['0', [25, 0, 0, 0, 0, 0, 0, 75]]])
})

test('a host with thousands of series fills no store', () => {
  const many = new Map(Array.from({ length: 1_000 }, (_, i) => [`veth${i}`, [1, 2, 3]]))
  expect(figuresOf(reading(0, { fileSystems: many }), undefined, 1)).toHaveLength(256)
})
