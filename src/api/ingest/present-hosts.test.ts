import { expect, test } from 'vitest'
import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import { clockDelay, hostState, usualSilence } from './present-hosts.ts'

const day = 86_400
const now = 20_000 * day
const minSilence = 300

const host = (change: Partial<HostActivity>): HostActivity => ({
  host: 'fw-1',
  firstAt: now - 10 * day,
  lastAt: now,
  events: 1_000,
  silences: [5],
  day: 20_000,
  delay: null,
  delayMinutes: 0,
  ...change,
})
const stateOf = (change: Partial<HostActivity>, since = 0) =>
  hostState(host(change), { now, since, trackedSince: now - 10 * day, minSilence })

test.each([
  ['sends every few seconds, silent for 4 min', { lastAt: now - 240 }, 'active'],
  ['sends every few seconds, silent for 6 min', { lastAt: now - 360 }, 'quiet'],
  ['sends once an hour, silent for 90 min', { lastAt: now - 5_400, silences: [3_600] }, 'active'],
  ['sends once an hour, silent for 3 h', { lastAt: now - 10_800, silences: [3_600] }, 'quiet'],
  ['rests at night', { lastAt: now - 8 * 3_600, silences: [36_000, 35_000, 36_000] }, 'active'],
  ['failed once, silent again', { lastAt: now - 7_200, silences: [20, 40_000, 30, 25] }, 'quiet'],
  ['silent for eight days', { lastAt: now - 8 * day }, 'gone'],
  ['monthly job', { lastAt: now - 8 * day, silences: [6 * day] }, 'active'],
  ['sent three events ever', { lastAt: now - 7_200, events: 3 }, 'active'],
  ['seen for a moment', { firstAt: now - 7_300, lastAt: now - 7_200 }, 'new'],
  ['since an hour', { firstAt: now - 3_600 }, 'new'],
] as const)('%s', (_name, change, state) => {
  expect(stateOf({ ...change, silences: 'silences' in change ? [...change.silences] : [5] })).toBe(state)
})

test('while Millrace was off no host was silent', () => {
  expect(stateOf({ lastAt: now - 7_200 }, now - 60)).toBe('active')
  expect(stateOf({ lastAt: now - 7_200 }, now - 600)).toBe('quiet')
})

test('the worst of three days or more is left out of what is usual', () => {
  expect(usualSilence(host({ silences: [10, 900] }), minSilence)).toBe(900)
  expect(usualSilence(host({ silences: [10, 900, 20] }), minSilence)).toBe(20)
})

test.each([
  [3_600, 5, 3_600],
  [3_600, 4, null],
  [30, 60, null],
  [40 * 3_600, 60, null],
])('events late by %i s for %i min: clock %s', (delay, delayMinutes, says) => {
  expect(clockDelay(host({ delay, delayMinutes }))).toBe(says)
})
