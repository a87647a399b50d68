import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from '../schema/fault.ts'
import type { Read } from '../storage/contract/event-store.ts'
import { partitionRows } from '../storage/reads/partitions.ts'
import { freezeTables } from '../storage/store/embedded/freeze.ts'
import { openEmbeddedStore } from '../storage/store/embedded/open.ts'
import { spoolFile } from '../storage/testing/spool-file.ts'
import { eventually } from '../testing/until.ts'
import { eventChunksOf } from './event-batch.ts'
import { answer } from './testing/answer.ts'
import { anyArrivals, places } from './testing/any-arrivals.ts'
import { anyQuestion } from './testing/any-question.ts'
import { batchBetween } from './testing/batches.ts'
import { seed } from './testing/cases.ts'
import { deduplicated } from './testing/events.ts'
import { oracleAnswer } from './testing/oracle.ts'

const types = ['Search', 'TopN', 'LastN', 'EventRate', 'Patterns', 'FieldStats', 'Stats', 'Changes'] as const
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
const predicate = { kind: 'const', value: true } as const
const [place] = places

test('every read is right, or fails with a reason, while the engine starts again, days are rewritten or a backup is made', async () => {
  if (place === undefined) throw new Error('there are places')
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-states-'))
  const store = await openEmbeddedStore({
    folder: path.join(folder, 'events'),
    window: 60,
    retentionDays: 100_000,
    log: () => {},
  })
  try {
    const [arrivals = []] = fc.sample(anyArrivals(place, 200), { numRuns: 1, seed })
    const events = deduplicated(arrivals, 60)
    await store.append(spoolFile(batchBetween([], events)))
    const questions = types.flatMap(type => fc.sample(anyQuestion(type, place), { numRuns: 2, seed }))
    const scope = { from: place.moment - 400 * 86_400, to: place.moment + 400 * 86_400, predicate }
    /** Reads that no oracle answers. */
    const reads: (() => Promise<unknown>)[] = [
      async () => {
        const ids: number[] = []
        const query = { sort: [{ field: 'first_occurrence', descending: false }], limit: 10_000 } as const
        for await (const batch of store.events(scope, query, read))
          for (const { events } of eventChunksOf(batch)) ids.push(...events.map(({ id }) => id))
        return ids
      },
      () => store.event(1, predicate, read),
      () => store.occurrences(1, 0, 100, read),
      () => store.countEvents(scope, scope, read),
      () => store.countPeriods(scope, [scope.from, place.moment, scope.to], read),
      () => store.tagNames(scope, { prefix: '', limit: 100 }, read),
      () => store.tagValues(scope, { names: ['user', 'Src.Port'], limit: 100 }, read),
      () => {
        const windows = { end: scope.to * 1e6, step: 1, length: (scope.to - scope.from) * 1e6, count: 1 }
        return store.windowSums(scope, { windows, fields: ['host'], measure: 'occurrences' }, read)
      },
      async () =>
        (await store.runUserSql(scope, 'SELECT count(), sum(occurrences), uniqExact(id) FROM events', read))
          .rows,
    ]
    const expected = await Promise.all(reads.map(ask => ask()))
    let answered = 0
    let refused = 0
    const right = async (state: string, asked: unknown, given: Promise<unknown>, wanted: unknown) => {
      try {
        expect({ state, asked, given: await given }).toEqual({ state, asked, given: wanted })
        answered++
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'storage_unavailable') throw error
        refused++
      }
    }
    let states = 0
    const askAll = (state: string) => {
      states++
      return Promise.all([
        ...questions.map(asked =>
          right(
            state,
            asked,
            answer(store, 0, asked).then(({ results }) => results),
            oracleAnswer(events, asked),
          ),
        ),
        ...reads.map((ask, i) => right(state, i, ask(), expected[i])),
      ])
    }
    const days = [...(await partitionRows(store.client, 'millrace.events', read)).keys()]
    const command = (sql: string) => store.client.command(`ALTER TABLE millrace.events ${sql}`)
    const onEachDay = async (sql: (day: string) => string) => {
      for (const day of days) await command(sql(day))
    }
    const kill = () => process.kill(store.engine.pid ?? 0, 'SIGKILL')
    const open = async () => {
      const [[count] = []] = await store.client.select(
        'SELECT count() FROM system.mutations WHERE NOT is_done',
        read,
      )
      return Number(count)
    }

    await askAll('at rest')
    const begun = askAll('killed while it answers')
    kill()
    await begun
    kill()
    await eventually(() => store.ready).toBe(false)
    await askAll('starting')

    await store.client.command('SYSTEM STOP MERGES millrace.events')
    await onEachDay(
      day =>
        `UPDATE began = toDateTime64(0, 6, 'UTC') IN PARTITION ${day} WHERE repeat = 0, REWRITE PARTS IN PARTITION ${day} SETTINGS mutations_sync = 0`,
    )
    expect(await open()).toBeGreaterThanOrEqual(days.length)
    await askAll('days are to be rewritten')
    const frozen = freezeTables(store.client, path.join(folder, 'events'), path.join(folder, 'snapshot'))
    await askAll('a backup while days are to be rewritten')
    await frozen
    // The engine resumes the rewriting when it restarts.
    kill()
    await askAll('killed while days are rewritten')
    await eventually(open).toBe(0)
    const merged = store.client.command('OPTIMIZE TABLE millrace.events FINAL')
    await askAll('days are merged')
    await merged
    expect(states).toBe(7)
    // An engine that restarts within the time that reads wait for it refuses none.
    expect(refused).toBeLessThan(answered / 2)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
