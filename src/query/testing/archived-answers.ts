import path from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { EventStore, Read } from '../../storage/contract/event-store.ts'
import type { ArchiveLocation } from '../../storage/store/archive/open-place.ts'
import { newStoreFolder } from '../../storage/testing/empty-store.ts'
import { openTestStore } from '../../storage/testing/test-store.ts'
import { eventChunksOf } from '../event-batch.ts'
import { answer } from './answer.ts'
import { anyArrivals, type Place } from './any-arrivals.ts'
import { anyQuestion } from './any-question.ts'
import { secondsOfDay } from './calendar.ts'
import { seed } from './cases.ts'
import { CorpusStore, retentionDays, waysOf } from './corpus-store.ts'
import { type Arrival, type OracleEvent, wholeEvent } from './events.ts'
import { type Asked, oracleAnswer } from './oracle.ts'

const place: Place = { timezone: 'Europe/Berlin', moment: Date.UTC(2025, 2, 30, 1) / 1000 }
/** Unix seconds. Earlier days go to the archive. */
const boundary = Date.UTC(2025, 2, 30) / 1000
const afterDays = 10
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
const everything = { kind: 'const', value: true } as const
const types = ['Search', 'TopN', 'LastN', 'EventRate', 'Patterns', 'FieldStats', 'Stats'] as const

/** Arrivals whose repeats cross a midnight. */
function aroundMidnight(arrivals: readonly Arrival[], midnight: number): Arrival[] {
  return arrivals.slice(0, 40).flatMap(({ fields }, i) => {
    const moments = [midnight - 1 - i, midnight, midnight + 1 + (i % 3) * 7]
    return moments.map(second => ({ fields, at: second * 1_000_000 + i }))
  })
}

/** Archived events, events that arrived after their day was archived, and events in the table. */
const [drawn = []] = fc.sample(anyArrivals(place, 200), { numRuns: 1, seed })
const midnights = [boundary, boundary - secondsOfDay].flatMap(midnight => aroundMidnight(drawn, midnight))
/** Every seventh one arrives days late. */
const arrivals = [...drawn, ...midnights]
  .map((arrival, i) => ({ arrival, seen: arrival.at + (i % 7 === 0 ? 5 * secondsOfDay * 1e6 : 0) }))
  .sort((a, b) => a.seen - b.seen)
  .map(({ arrival }) => arrival)

async function answersAre(
  store: EventStore,
  {
    questions,
    events,
    slices,
  }: { questions: readonly Asked[]; events: readonly OracleEvent[]; slices: number },
): Promise<void> {
  const check = async (asked: Asked) => {
    const { results } = await answer(store, slices, asked)
    expect({ asked, results }).toEqual({ asked, results: oracleAnswer([...events], asked) })
  }
  for (const asked of questions) await check(asked)
}

/** Checks the reads for files, in both orders of time, and of single events. */
async function eventsAre(store: EventStore, all: readonly StoredEvent[]): Promise<void> {
  const scope = {
    from: boundary - 60 * secondsOfDay,
    to: boundary + 60 * secondsOfDay,
    predicate: everything,
  }
  for (const [field, value] of [
    ['first_occurrence', 'ts'],
    ['last_occurrence', 'last'],
  ] as const) {
    const found: StoredEvent[] = []
    const query = { sort: [{ field, descending: false }], limit: 100_000 }
    for await (const batch of store.events(scope, query, read))
      for (const { events } of eventChunksOf(batch)) found.push(...events)
    expect(found).toEqual(all.toSorted((a, b) => a[value] - b[value] || a.id - b.id))
  }
  for (const event of all.slice(0, 30)) {
    expect(await store.event(event.id, everything, read)).toEqual(event)
    expect(await store.occurrences(event.id, 0, 1_000, read)).toHaveLength(event.counter)
  }
}

/**
 * Asks drawn questions of each type of query about events of which most are archived at a location, before
 * and after more of them arrive and after a restart, and compares the answers with the oracle's.
 */
export async function checkArchivedAnswers(
  location: ArchiveLocation,
  { questionsOfType, maxFileRows }: { questionsOfType: number; maxFileRows: number },
): Promise<void> {
  const questions = types.flatMap(type =>
    fc.sample(anyQuestion(type, place), { numRuns: questionsOfType, seed }),
  )
  const folder = await newStoreFolder()
  const archive = {
    location,
    state: path.join(folder, 'archive'),
    afterDays,
    retentionDays,
    maxFileRows,
  }
  const corpus = await CorpusStore.open(arrivals, waysOf.large, [], undefined, { folder, archive })
  const archived = () => corpus.store.archive?.store ?? corpus.store
  await corpus.arriveUntil(0.6, 3)
  await corpus.expireAt(boundary + afterDays * secondsOfDay + 1)
  const days = corpus.store.archive?.daysIn({ from: 0, to: Number.MAX_SAFE_INTEGER }) ?? []
  expect(days.length).toBeGreaterThan(1)
  expect(corpus.store.archivedDays?.problems).toEqual([])
  await answersAre(archived(), { questions, events: corpus.events, slices: 0 })
  await eventsAre(archived(), corpus.events.map(wholeEvent))

  // Events of archived days arrive, and are archived too.
  await corpus.arriveUntil(1, 2)
  await answersAre(archived(), { questions, events: corpus.events, slices: 2.5 })
  await corpus.expireAt(boundary + afterDays * secondsOfDay + 3_600)
  expect(corpus.store.archivedDays?.days.all.some(({ manifests }) => manifests.length > 1)).toBe(true)
  await answersAre(archived(), { questions, events: corpus.events, slices: 0 })
  for (const day of corpus.store.archivedDays?.days.all ?? [])
    expect(await corpus.store.archivedDays?.verify(day)).toEqual([])
  await corpus.store.close()

  // After a restart, nothing is known of the archived days but their manifests.
  const again = await openTestStore({ folder, archive, retentionDays })
  const reopened = again.archive?.store ?? again
  await eventsAre(reopened, corpus.events.map(wholeEvent))
  await answersAre(reopened, { questions, events: corpus.events, slices: 0 })
  await again.close()
}
