import { expect, test } from 'vitest'
import { sumCounts } from '../../ingest/ledger/balance.ts'
import type { IntakeCounters } from '../../ingest/worker/intake.ts'
import { checksOf, lossesOf, recentTotals, worstLevel } from './health-checks.ts'
import { RecentGrowth } from './ingest-monitor.ts'

const state: IntakeCounters['state'] = {
  isOpen: true,
  windowsEvicted: 0,
  spoolBytes: 0,
  maxSpoolBytes: 1_000,
  freeBytes: 1_000_000,
  minFreeBytes: 100,
  quarantineRemoved: { broken: 0, refused: 0 },
}
const still = { refused: 0, drops: 0, clock: 0 }
const nobody = { quiet: 0, wrongClocks: 0 }
const counters = (change: Partial<IntakeCounters> = {}): IntakeCounters => ({
  ...sumCounts([]),
  sources: [],
  state,
  ...change,
})

test.each([
  ['nothing', {}, {}, {}, 'ok', []],
  ['closed', { state: { ...state, isOpen: false } }, {}, {}, 'critical', ['open']],
  ['an event that is missing', { received: 1 }, {}, {}, 'critical', ['balance']],
  ['a spool that fills', { state: { ...state, spoolBytes: 300 } }, {}, {}, 'warning', ['spool']],
  ['a full spool', { state: { ...state, spoolBytes: 950 } }, {}, {}, 'critical', ['spool']],
  ['refused files without room', { state: { ...state, heldFiles: 2 } }, {}, {}, 'warning', ['held']],
  ['little room', { state: { ...state, freeBytes: 300 } }, {}, {}, 'warning', ['disk']],
  ['no room', { state: { ...state, freeBytes: 90 } }, {}, {}, 'critical', ['disk']],
  ['unknown room', { state: { ...state, freeBytes: null } }, {}, {}, 'ok', []],
  ['drops', {}, { drops: 3 }, {}, 'warning', ['drops']],
  ['refusals', {}, { refused: 3 }, {}, 'warning', ['refused']],
  ['a wrong clock', {}, {}, { wrongClocks: 1 }, 'warning', ['clock']],
  ['a quiet host', {}, {}, { quiet: 1 }, 'warning', ['quiet']],
] as const)('%s', (_name, change, recent, hosts, level, wrong) => {
  const checks = checksOf(counters(change), { ...still, ...recent }, { ...nobody, ...hosts })
  expect(worstLevel(checks)).toBe(level)
  expect(checks.flatMap(({ name, level }) => (level === 'ok' ? [] : [name]))).toEqual(wrong)
})

test('losses are what was ever dropped, refused or turned away', () => {
  const lost = counters({ refused: 2, turnedAway: { tls: 3, rate: 1 }, udpDropped: 7 })
  expect(lossesOf(lost, 5)).toEqual({ datagrams: 7, refused: 6, since: 5 })
})

test('growth is the growth within the window', () => {
  const growth = new RecentGrowth<'drops'>(600)
  expect(growth.add(0, { drops: 5 })).toEqual({ drops: 0 })
  expect(growth.add(300, { drops: 7 })).toEqual({ drops: 2 })
  expect(growth.add(600, { drops: 7 })).toEqual({ drops: 2 })
  expect(growth.add(900, { drops: 7 })).toEqual({ drops: 0 })
  expect(recentTotals(counters({ refused: 2, turnedAway: { tls: 3 } }))).toMatchObject({ refused: 5 })
})

test('a clock that is set back begins a new window', () => {
  const growth = new RecentGrowth<'drops'>(600)
  growth.add(5_000, { drops: 5 })
  expect(growth.add(100, { drops: 7 })).toEqual({ drops: 0 })
  expect(growth.add(200, { drops: 8 })).toEqual({ drops: 1 })
  expect(growth.add(900, { drops: 8 })).toEqual({ drops: 0 })
})
