import { expect, test } from 'vitest'
import { HostTracker } from './host-tracker.ts'

const second = 1e6
const day = 86_400 * second
const start = 20_000 * day

test('keeps the last event, and the longest silence of each day', () => {
  const tracker = new HostTracker()
  for (const at of [0, 1, 2, 62, 63]) tracker.note('fw-1', start + at * second, start + at * second)
  tracker.note('web-1', start, start + 5 * second)
  tracker.note('fw-1', start + day, start + day + 10 * second)
  expect(tracker.list(start + day)).toMatchObject([
    {
      host: 'fw-1',
      firstAt: 20_000 * 86_400,
      lastAt: 20_001 * 86_400 + 10,
      events: 6,
      silences: [60, 86_347],
      day: 20_001,
    },
    { host: 'web-1', events: 1, silences: [0], day: 20_000 },
  ])
})

test('the time between two runs is no silence', () => {
  const first = new HostTracker()
  for (let at = 0; at < 10; at++) first.note('fw-1', start, start + at * second)
  const next = new HostTracker()
  next.restore(first.list(start), start + 5_000 * second)
  next.note('fw-1', start, start + 5_003 * second)
  expect(next.list(start)[0]).toMatchObject({ events: 11, silences: [3], firstAt: start / second })
})

test('continues from an earlier run also after events of this run', () => {
  const first = new HostTracker()
  for (let at = 0; at < 10; at++) first.note('fw-1', start, start + at * 4 * second)
  first.note('fw-2', start, start)
  const next = new HostTracker()
  next.note('fw-1', start, start + day)
  next.note('fw-1', start, start + day + 2 * second)
  next.restore(first.list(start), start + day + 3 * second)
  const [one, other] = next.list(start)
  expect(one).toMatchObject({ events: 12, silences: [4, 2], firstAt: start / second })
  expect(one?.lastAt).toBe((start + day + 2 * second) / second)
  expect(other).toMatchObject({ host: 'fw-2', events: 1 })
})

test('a delay that stays the same is distinguished from a backlog', () => {
  const tracker = new HostTracker()
  for (let minute = 0; minute < 6; minute++) {
    const at = start + minute * 60 * second
    tracker.note('zone', at - 3_600 * second, at)
    tracker.note('backlog', start - day + minute * 7 * second, at)
  }
  const [zone, backlog] = tracker.list(start)
  expect(zone).toMatchObject({ delay: 3_600, delayMinutes: 5 })
  expect(backlog?.delayMinutes).toBe(1)
})

test('drops hosts that are silent for a month, and tracks at most 10,000', () => {
  const tracker = new HostTracker()
  for (let i = 0; i < 10_005; i++) tracker.note(`h${i}`, start, start)
  expect(tracker.size).toBe(10_000)
  expect(tracker.list(start + 31 * day)).toEqual([])
  for (let i = 0; i < 20_000; i++) tracker.note(`x${i}`, start, start + 31 * day)
  expect(tracker.size).toBe(10_000)
})
