import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { type BatchMatches, parseBatchMatches } from '../../schema/intake/batch-matches.ts'
import { blankEvent } from '../event/blank-event.ts'
import { MatchCollector } from './match-collector.ts'
import type { MatchTarget } from './trigger-set.ts'

interface Occurrence {
  id: number
  isRepeat: boolean
  event: ParsedEvent
}

function occurrence(id: number, host: string, key: string, isRepeat = false, message = `m${id}`): Occurrence {
  return { id, isRepeat, event: { ...blankEvent(host, id * 1_000), message, tags: { key } } }
}

const byKey = ({ tags }: ParsedEvent): string => tags.key ?? ''
const byNothing = (): string => ''

function target(
  id: number,
  groupBy: MatchTarget['groupBy'],
  members: Partial<MatchTarget> = {},
): MatchTarget {
  return { id, onRepeats: 'each', kind: 'event', groupBy, by: byNothing, value: byNothing, ...members }
}

function collect(targets: readonly MatchTarget[], occurrences: readonly Occurrence[]): BatchMatches {
  const collector = new MatchCollector()
  for (const { event, id, isRepeat } of occurrences) collector.record(targets, event, id, isRepeat)
  const read = parseBatchMatches(collector.encode().toString())
  if (read === undefined) throw new Error('It cannot be read')
  return read
}

/** Matches and newest event of a trigger, by key and host. */
function told({ events, triggers }: BatchMatches, id: number): Map<string, [count: number, newest: number]> {
  const sums = new Map<string, [number, number]>()
  for (const [at, key, count] of triggers.find(trigger => trigger.id === id)?.samples ?? []) {
    const event = events[at]
    if (event === undefined) throw new Error(`There is no event ${at}`)
    const slot = `${key} of ${event.host}`
    sums.set(slot, [(sums.get(slot)?.[0] ?? 0) + count, event.id])
  }
  return sums
}

/** The same, counted match by match. */
function countPlainly(occurrences: readonly Occurrence[], { groupBy, onRepeats }: MatchTarget) {
  const sums = new Map<string, [number, number]>()
  for (const { id, event, isRepeat } of occurrences) {
    if (isRepeat && onRepeats === 'first') continue
    const slot = `${groupBy(event)} of ${event.host}`
    sums.set(slot, [(sums.get(slot)?.[0] ?? 0) + 1, id])
  }
  return sums
}

const storms = fc
  .array(fc.tuple(fc.nat(4), fc.nat(4), fc.boolean()), { minLength: 90, maxLength: 400 })
  .map(all => all.map(([host, key, isRepeat], at) => occurrence(at + 1, `h${host}`, `k${key}`, isRepeat)))

test('matches of a storm are reported exactly, by key and host, each with its newest event', () => {
  const targets = [target(1, byKey), target(2, byNothing, { onRepeats: 'first' }), target(3, byNothing)]
  fc.assert(
    fc.property(storms, occurrences => {
      const matches = collect(targets, occurrences)
      for (const one of targets) {
        expect(told(matches, one.id)).toEqual(countPlainly(occurrences, one))
        const { samples = [] } = matches.triggers.find(({ id }) => id === one.id) ?? {}
        const newest = samples.map(([at]) => matches.events[at]?.id ?? 0)
        expect(newest).toEqual(newest.toSorted((a, b) => a - b))
      }
      expect(new Set(matches.events.map(({ id }) => id)).size).toBe(matches.events.length)
    }),
    { numRuns: 60 },
  )
})

test('a condition has the newest event of each group and watched value', () => {
  const window = target(1, byNothing, { kind: 'window', by: ({ host }) => host, value: byKey })
  fc.assert(
    fc.property(storms, occurrences => {
      const { events, triggers } = collect([window], occurrences)
      const found = triggers[0]?.samples.map(([at, by, count]) => [
        events[at]?.tags.key,
        by,
        count,
        events[at]?.id,
      ])
      const wanted = Array.from(countPlainly(occurrences, target(1, byKey)), ([slot, [count, newest]]) => [
        ...slot.split(' of '),
        ...[count, newest],
      ])
      expect(found?.toSorted()).toEqual(wanted.toSorted())
    }),
    { numRuns: 20 },
  )
})

describe('the excess is counted', () => {
  const sumOf = ({ triggers: [first] }: BatchMatches) =>
    (first?.others ?? 0) + (first?.samples ?? []).reduce((sum, [, , count]) => sum + count, 0)

  test('keys and hosts', () => {
    const all = Array.from({ length: 1_500 }, (_, at) => occurrence(at + 1, `h${at % 30}`, `k${at % 1_300}`))
    const matches = collect([target(1, byKey)], all)
    expect(matches.triggers[0]?.samples).toHaveLength(1_100)
    // The first 100 are reported one by one; 200 of the last have keys that were there before.
    expect(matches.triggers[0]?.others).toBe(400)
    expect(sumOf(matches)).toBe(1_500)
  })

  test('keys and hosts of all triggers', () => {
    const targets = Array.from({ length: 24 }, (_, at) => target(at + 1, byKey))
    const all = Array.from({ length: 1_100 }, (_, at) => occurrence(at + 1, `h${at}`, `k${at}`))
    const { triggers, events } = collect(targets, all)
    const groups = triggers.map(({ samples }) => samples.length - 100)
    expect(groups.reduce((sum, count) => sum + count, 0)).toBe(20_000)
    expect(triggers.map(({ count }) => count)).toEqual(targets.map(() => 1_100))
    // Events shared by the triggers are stored once.
    expect(events).toHaveLength(100 + Math.ceil(20_000 / 24))
  })

  test('long messages', () => {
    const message = '\u0001'.repeat(65_536)
    const all = Array.from({ length: 900 }, (_, at) => occurrence(at + 1, `h${at % 700}`, '', false, message))
    const matches = collect([target(1, byKey)], all)
    const lengths = matches.events.map(event => event.message.length)
    expect([lengths[0], lengths.at(-1)]).toEqual([65_536, 500])
    expect(matches.triggers[0]?.samples.length).toBeGreaterThan(400)
    expect(matches.triggers[0]?.others).toBeGreaterThan(0)
    expect(sumOf(matches)).toBe(900)
    expect(JSON.stringify(matches).length).toBeLessThan(10_000_000)
  })
})

test('the hosts that owners see are written once, and as unknown where they changed within the batch', () => {
  const some = { hosts: '["fw-*"]' }
  const targets = [1, 2, 3].map(id => target(id, byNothing, id === 3 ? { hosts: '["*"]' } : some))
  const collector = new MatchCollector()
  const { event } = occurrence(1, 'fw-1', '')
  collector.record([...targets, target(4, byNothing)], event, 1, false)
  collector.record([target(2, byNothing, { hosts: '["*"]' })], event, 2, false)
  const read = parseBatchMatches(collector.encode().toString())
  const hostsOf = (id: number) => {
    const index = read?.triggers.find(trigger => trigger.id === id)?.hosts
    return index === undefined ? 'unknown' : read?.hosts?.[index]
  }
  expect([1, 2, 3, 4].map(hostsOf)).toEqual([['fw-*'], 'unknown', ['*'], 'unknown'])
  expect(read?.hosts).toHaveLength(2)
})
