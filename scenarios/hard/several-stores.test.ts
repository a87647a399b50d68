import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import type { SpoolBatch } from '../../src/schema/event/row.ts'
import { TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../src/storage/testing/spool-file.ts'
import { NodeProcess } from '../testing/node-process.ts'
import type { NodeCounts } from '../testing/store-node.ts'

/** STORE_ROUNDS=50 for an idle machine. */
const rounds = Number(process.env.STORE_ROUNDS ?? 5)
const day = 86_400
const start = Date.UTC(2026, 0, 1) / 1_000
const range = { from: start, to: start + 2 * day }
const periods = 8
const micro = 1_000_000

let clickhouse: TestServer
let postgres: Awaited<ReturnType<typeof startServer>>
let nodes: NodeProcess[]

beforeAll(async () => {
  ;[clickhouse, postgres] = await Promise.all([TestServer.start(), startServer()])
  const postgresUrl = postgres.address.replace('DATABASE', emptyDatabase)
  const { address } = clickhouse
  nodes = [1, 2, 3].map(id => new NodeProcess({ address, postgresUrl, id }))
  await Promise.all(nodes.map(node => node.start()))
})
afterAll(async () => {
  await Promise.all(nodes?.map(node => node.kill()) ?? [])
  await clickhouse?.kill()
  await postgres?.stop()
})

const anyEvent = fc.record({
  second: fc.oneof(fc.integer({ min: 0, max: 2 * day - 200 }), fc.integer({ min: 3_600, max: 3_700 })),
  host: fc.constantFrom('fw-1', 'fw-2', 'db-1', ''),
  program: fc.constantFrom('kernel', 'sshd', 'cron'),
  repeats: fc.integer({ min: 0, max: 2 }),
})
const anyBatch = fc.array(anyEvent, { minLength: 1, maxLength: 20 })
/**
 * A node appends a batch; sometimes it is killed before the log records the end. Other nodes count meanwhile.
 */
const anyStep = fc.record({
  node: fc.nat(2),
  batch: anyBatch,
  killAt: fc.constantFrom(undefined, undefined, undefined, undefined, 'begun' as const, 'inserted' as const),
  counts: fc.array(fc.nat(2), { maxLength: 2 }),
})
const anyRound = fc.array(anyStep, { minLength: 6, maxLength: 10 })

const events: TestEvent[] = []
function batchOf(
  drawn: readonly (typeof anyBatch extends fc.Arbitrary<infer Batch> ? Batch : never)[number][],
): SpoolBatch {
  const made = drawn.map(({ second, host, program, repeats }) => {
    const id = events.length + 1
    const occurrences = Array.from(
      { length: 1 + repeats },
      (_, index) => (start + second + index * 9) * micro + id,
    )
    const event = { ...ordinary, id, occurrences, host, program, message: `event ${id % 5}`, tags: {} }
    events.push(event)
    return event
  })
  return spoolFile(made.flatMap(rowsOf))
}

test('counts and pages of several processes match the rows, whichever process appends and is killed', async () => {
  const drawn = fc.sample(anyRound, rounds)
  let kills = 0
  for (const steps of drawn) {
    const unfinished = new Map<NodeProcess, SpoolBatch>()
    await Promise.all(
      steps.map(async ({ node: index, batch, killAt, counts }) => {
        const node = nodes[index]
        const others = counts.map(at => nodes[at]?.count(range.from, range.to).catch(() => null))
        if (node?.isRunning !== true || unfinished.has(node)) return
        const file = batchOf(batch)
        unfinished.set(node, file)
        if (killAt === undefined) await node.append([file])
        else {
          kills++
          await expect(node.append([file], killAt)).rejects.toThrow('the node was killed')
          return
        }
        unfinished.delete(node)
        await Promise.all(others)
      }),
    )
    for (const [node, file] of unfinished) {
      await node.start()
      await node.append([{ ...file, repeated: true }])
    }
    const answers = await Promise.all(nodes.map(node => node.count(range.from, range.to)))
    const wanted = countsOf(events)
    for (const answer of answers) expect(answer).toEqual(wanted)
    const sums = await clickhouse.query('SELECT countIf(repeat = 0), sum(count) FROM millrace.events')
    expect(sums).toBe(`${wanted.events}\t${wanted.occurrences}`)
  }
  expect(kills).toBeGreaterThan(rounds / 2)
})

function countsOf(all: readonly TestEvent[]): NodeCounts {
  const length = (range.to - range.from) / periods
  const counts: NodeCounts = {
    events: all.length,
    occurrences: 0,
    periods: Array(periods).fill(0),
    hosts: {},
    programs: {},
    page: [],
  }
  for (const { occurrences, host, program } of all) {
    counts.hosts[host] = (counts.hosts[host] ?? 0) + occurrences.length
    counts.programs[program] = (counts.programs[program] ?? 0) + occurrences.length
    counts.occurrences += occurrences.length
    for (const at of occurrences) {
      const period = Math.floor((at / micro - range.from) / length)
      counts.periods[period] = (counts.periods[period] ?? 0) + 1
    }
  }
  const last = ({ occurrences }: TestEvent) => Math.max(...occurrences)
  counts.page = all
    .toSorted((a, b) => last(b) - last(a) || b.id - a.id)
    .slice(0, 30)
    .map(({ id }) => id)
  return counts
}
