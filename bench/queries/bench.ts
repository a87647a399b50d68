import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import type { EmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { fillStore } from '../corpus.ts'
import { megabytes, millis, table, whole } from '../figures.ts'
import { withQuietStore } from '../quiet-store.ts'
import { cases } from './cases.ts'
import { type ApiTimes, bare, throughApi, variations } from './measure.ts'

const smaller = 1_000_000
const days = 7
const restMillis = 20_000

/** Milliseconds of one case: through the API, and of the SQL before and after it (the smaller of the two). */
interface Timing extends ApiTimes {
  sql: number
}

interface Round {
  events: number
  timings: Timing[]
  /** Resident bytes of all processes: after the start, and after all queries. */
  atStart: number
  atEnd: number
}

const unknown: Timing = { first: Number.NaN, second: Number.NaN, again: Number.NaN, sql: Number.NaN }

/** Every query at two sizes of the store; returns its part of bench/results.md. */
export async function benchQueries(events: number): Promise<string> {
  const rounds: Round[] = []
  for (const size of [...new Set([smaller, events])]) rounds.push(await round(size))
  const head = rounds.flatMap(({ events: size }) => [
    `${whole(size)}: first ms`,
    'second ms',
    'again ms',
    'SQL ms',
    'ratio',
  ])
  const rows = cases.map(({ title }, i) => [
    title,
    ...rounds.flatMap(({ timings }) => {
      const { first, second, again, sql } = timings[i] ?? unknown
      return [millis(first), millis(second), millis(again), millis(sql), (again / sql).toFixed(2)]
    }),
  ])
  const memory = rounds.map(
    ({ events: size, atStart, atEnd }) =>
      `With ${whole(size)} events all processes together hold ${megabytes(atStart)} at rest after the start, ${megabytes(atEnd)} at rest after all queries.`,
  )
  return [
    `Over the ${days} days that have all events, one kind after the other after a start: the first of each, the second right behind it, and the median of 15 that come when the service has come to rest, as from people and dashboards that ask again; no range is asked for twice. API: POST /api/query until the last byte of its whole answer is there, over HTTP with a token; what a client makes of the bytes is not in it. ` +
      'SQL: statements that answer the same, straight to the engine until its bytes are there, on the same data in the same run; a Search answers a page and totals, so its SQL is two statements.',
    table([['query', ...head], ...rows]),
    memory.join('\n'),
  ].join('\n\n')
}

async function round(events: number): Promise<Round> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  const end = Math.floor(Date.now() / 1_000) - 60
  try {
    console.log(`${whole(events)} events: filling`)
    await withQuietStore(dataDir, store => fillStore(store, events, days, end))
    const before = await withQuietStore(dataDir, store => allBare(store, events, end, 1))
    const millrace = await Millrace.start({ MILLRACE_DATA_DIR: dataDir })
    await setTimeout(restMillis)
    const atStart = residentBytes(millrace.pid)
    const api: ApiTimes[] = []
    for (const one of cases) {
      api.push(await throughApi(millrace, one, variations(end, days, events, 2)))
      console.log(`  ${one.title}: ${millis(api.at(-1)?.again ?? 0)} ms through the API`)
    }
    await setTimeout(restMillis)
    const atEnd = residentBytes(millrace.pid)
    await millrace.stop()
    const after = await withQuietStore(dataDir, store => allBare(store, events, end, 3))
    const timings = api.map((times, i) => ({
      ...times,
      sql: Math.min(before[i] ?? Number.NaN, after[i] ?? Number.NaN),
    }))
    return { events, timings, atStart, atEnd }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function allBare(store: EmbeddedStore, events: number, end: number, seed: number): Promise<number[]> {
  const times: number[] = []
  for (const one of cases) times.push(await bare(store, one, variations(end, days, events, seed)))
  return times
}
