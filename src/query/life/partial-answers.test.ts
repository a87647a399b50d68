import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Read } from '../../storage/contract/event-store.ts'
import { openServerStore } from '../../storage/store/server/open.ts'
import { TestServer } from '../../storage/testing/clickhouse-server.ts'
import { spoolFile } from '../../storage/testing/spool-file.ts'
import { eventually } from '../../testing/until.ts'
import { anyArrivals, places } from '../testing/any-arrivals.ts'
import { anyQuestion } from '../testing/any-question.ts'
import { batchBetween } from '../testing/batches.ts'
import { seed } from '../testing/cases.ts'
import { type Arrival, deduplicated } from '../testing/events.ts'
import { type Asked, oracleAnswer } from '../testing/oracle.ts'
import { openQueryService } from './open.ts'
import { anna } from './testing/test-query-service.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 20 }
const types = ['Search', 'TopN', 'LastN', 'EventRate', 'Patterns', 'FieldStats', 'Stats', 'Changes'] as const
const place = firstOf(places)
const window = 60
const batches = 12
const questionsEach = 2
/** Long enough for a busy machine. Waiting for servers that do not answer takes half of it. */
const timeoutMs = 120_000

const servers = await TestServer.startShards(3)
const [first, second, third] = servers
afterAll(async () => await Promise.all(servers.map(server => server.kill())))

function firstOf<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error('there is one')
  return item
}

/** Whole seconds around all of these. */
function rangeOf(arrivals: readonly Arrival[]) {
  const seconds = arrivals.map(({ at }) => Math.floor(at / 1_000_000))
  return { ts_from: Math.min(...seconds), ts_to: Math.max(...seconds) + 1 }
}

function questions(drawing: number): Asked[] {
  const asked = types.flatMap(type =>
    fc.sample(anyQuestion(type, place), { numRuns: questionsEach, seed: seed + drawing }),
  )
  return asked.map(one => ({ ...one, timezone: place.timezone }))
}

test(
  'answers that may be partial are exact for the shards that answer, and name the others',
  async () => {
    const store = await openServerStore({
      addresses: [first.address, second.address, third.address],
      cluster: 'millrace',
      owner: 'tests',
      window,
      retentionDays: 100_000,
      log: () => {},
    })
    const arrivals = firstOf(fc.sample(anyArrivals(place, 100), { numRuns: 1, seed }))
    const events = deduplicated(arrivals, window)
    // All occurrences of an event are in one batch, so each event is on one shard.
    for (let i = 0; i < batches; i++) {
      const some = events.filter((_, index) => index % batches === i)
      await store.append(spoolFile(batchBetween([], some)))
    }
    const ids = await Promise.all(servers.map(server => server.rows('SELECT id FROM millrace.events_local')))
    const eventsOf = (...live: TestServer[]) => {
      const known = new Set(live.flatMap(server => ids[servers.indexOf(server)] ?? []).map(([id]) => id))
      return events.filter(({ id }) => known.has(id))
    }
    let now = 0
    const service = openQueryService({ store, timezone: place.timezone, now: () => now, log: () => {} })
    const ask = async (asked: Asked) => {
      now = asked.now * 1_000
      const { type, params } = asked.question
      return await service.answerPartially(anna, type, params, new AbortController().signal)
    }
    const missing = (...lost: TestServer[]) => ({
      query_id: null,
      status: 'SUCCESS',
      partial: lost.length > 0,
      missing_shards: lost.map(server => ({
        shard: servers.indexOf(server) + 1,
        servers: [server.address.name],
      })),
    })
    // Always reads from the servers, since the answer is not cached in memory.
    const stats: Asked = {
      question: {
        type: 'FieldStats',
        params: { field: 'severity', time_range: rangeOf(arrivals) },
      },
      now: Date.now() / 1_000,
      timezone: place.timezone,
    }
    const expectExact = async (drawing: number | undefined, live: TestServer[], lost: TestServer[]) => {
      const some = eventsOf(...live)
      for (const asked of [stats, ...(drawing === undefined ? [] : questions(drawing))]) {
        const answer = await ask(asked)
        expect(answer).toMatchObject(missing(...lost))
        expect(answer.results).toEqual(oracleAnswer(some, asked))
      }
    }
    // Another shard is lost just after the store has found out which shards respond.
    const { reachable } = store
    let lose: (() => unknown) | undefined
    store.reachable = async signal => {
      const found = await reachable?.(signal)
      if (found === undefined) throw new Error('a cluster says what of it answers')
      await lose?.()
      lose = undefined
      return found
    }
    expect(eventsOf(first).length).toBeGreaterThan(0)
    expect(eventsOf(first, second).length).toBeGreaterThan(eventsOf(first).length)
    expect(events.length).toBeGreaterThan(eventsOf(first, second).length)
    await expectExact(1, servers, [])

    lose = () => third.kill()
    await expectExact(2, [first, second], [third])
    const everything = { from: 0, to: 2 ** 32, predicate: { kind: 'const', value: true } } as const
    const count = { by: [], ignoreEmpty: false, distinct: false, quantiles: [], limit: 1 }
    const plain = store.groupStats(everything, count, read)
    const failed = expect(plain).rejects.toMatchObject({
      code: 'storage_unavailable',
      detail: expect.stringContaining(third.address.name),
    })

    lose = () => process.kill(second.pid, 'SIGSTOP')
    await expectExact(3, [first], [second, third])
    await failed

    process.kill(second.pid, 'SIGCONT')
    await third.restart()
    await eventually(() => store.ready).toBe(true)
    await expectExact(undefined, servers, [])
    await service.close()
    await store.close()
  },
  timeoutMs,
)
