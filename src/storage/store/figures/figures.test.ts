import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure } from '../../../schema/store/figure.ts'
import type { Read } from '../../contract/event-store.ts'
import { ManualClocks } from '../../testing/manual-clocks.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../embedded/open.ts'
import { Figures } from './figures.ts'
import { FigureQueue } from './queue.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const day = 86_400
/** The beginning of a day. Opening a store drops figures older than a month. */
const start = (Math.floor(Date.now() / 1000 / day) - 2) * day

const options = {
  folder: mkdtempSync(path.join(tmpdir(), 'millrace-figures-')),
  window: 60,
  retentionDays: 100_000,
  log: () => {},
}
let store: EmbeddedStore
beforeAll(async () => {
  store = await openEmbeddedStore(options)
})
afterAll(async () => await store.close())

const cpu = (second: number, series: string, ...values: number[]): Figure => ({
  second: start + second,
  kind: 'System_CPU',
  series,
  values,
})
const quarters = [0, 15, 30, 45, 60].map(second => start + second)
const ask = (series: string, fold: 'average' | 'sum', bounds = quarters) =>
  store.figures.periods(
    { kind: 'System_CPU', series, from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0, bounds, fold },
    read,
  )

test('values are put together by period, of one series; periods without rows are left out', async () => {
  await store.figures.append(
    [
      cpu(9, 'totals', 10, 0.5),
      cpu(9, '0', 99, 99),
      cpu(14, 'totals', 20, 1.5),
      cpu(59, 'totals', 7, 0),
      cpu(60, 'totals', 1, 1),
    ],
    false,
  )
  expect(await ask('totals', 'average')).toEqual([
    { period: 0, rows: 2, values: [15, 1] },
    { period: 3, rows: 1, values: [7, 0] },
  ])
  expect(await ask('totals', 'sum')).toEqual([
    { period: 0, rows: 2, values: [30, 2] },
    { period: 3, rows: 1, values: [7, 0] },
  ])
  expect(await ask("no 'such' series", 'sum')).toEqual([])
})

test('a repeated append adds what is missing', async () => {
  const rows = [cpu(5, 'again', 1, 2), cpu(day, 'again', 3, 4)]
  await store.figures.append(rows.slice(0, 1), false)
  await store.figures.append(rows, true)
  await store.figures.append(rows, true)
  const found = await ask('again', 'sum', [start, start + 2 * day])
  expect(found).toEqual([{ period: 0, rows: 2, values: [4, 6] }])
})

test('of several nodes each has its rows, which one may ask for alone', async () => {
  const [one, other] = ['one', 'other'].map(name => new Figures(store.client, name))
  // The same row, and an append that is repeated while another process has stored its rows.
  await one?.append([cpu(20, 'nodes', 10)], false)
  await other?.append([cpu(20, 'nodes', 10), cpu(21, 'nodes', 40)], true)
  await other?.append([cpu(20, 'nodes', 10), cpu(21, 'nodes', 40)], true)
  const of = async (node?: string) => {
    const bounds = [start, start + 60]
    const span = { from: start, to: start + 60, bounds }
    return await store.figures.periods(
      { kind: 'System_CPU', series: 'nodes', node, ...span, fold: 'sum' },
      read,
    )
  }
  expect(await of()).toEqual([{ period: 0, rows: 3, values: [60] }])
  expect(await of('one')).toEqual([{ period: 0, rows: 1, values: [10] }])
  expect(await of('other')).toEqual([{ period: 0, rows: 2, values: [50] }])
  expect(await of('third')).toEqual([])
})

test('large and small numbers come back as they are', async () => {
  const values = [2 ** 52 + 1, 0.1 + 0.2, 1e-300, 123456789.123]
  await store.figures.append([cpu(3, 'exact', ...values)], false)
  expect((await ask('exact', 'sum'))[0]?.values).toEqual(values)
})

test('more rows than one statement can take are kept all the same', async () => {
  const name = "'\u{1F600}'".repeat(63)
  const rows = Array.from({ length: 2_000 }, (_, i) => cpu(i, name, ...new Array(8).fill(Math.PI / (i + 1))))
  await store.figures.append(rows, false)
  await store.figures.append(rows, true)
  expect(await ask(name, 'sum', [start, start + 2_000])).toMatchObject([{ rows: 2_000 }])
})

test('returns which minutes got rows', async () => {
  const before = store.figures.journal.current
  await store.figures.append([cpu(600, 'touched', 1)], false)
  expect(store.figures.journal.newest(start + 600, start + 601)).toBe(before + 1)
  expect(store.figures.journal.newest(start + 3_600, start + 7_200)).toBeLessThanOrEqual(before)
})

test('outlives the process; days older than thirty are dropped', async () => {
  await store.figures.append([cpu(0, 'days', 1), cpu(-30 * day, 'days', 2)], false)
  const yesterday = Math.floor(Date.now() / 1000) - day
  await store.figures.append([{ second: yesterday, kind: 'ingest', series: '', values: [5] }], false)
  await store.close()
  const clocks = new ManualClocks()
  store = await openEmbeddedStore({ ...options, clocks })
  await clocks.expire(store)
  const recent = {
    kind: 'ingest',
    series: '',
    from: yesterday,
    to: yesterday + 1,
    bounds: [yesterday, yesterday + 1],
  } as const
  expect(await store.figures.periods({ ...recent, fold: 'sum' }, read)).toEqual([
    { period: 0, rows: 1, values: [5] },
  ])
  const bounds = [start - 40 * day, start, start + day]
  expect(await ask('days', 'sum', bounds)).toEqual([{ period: 1, rows: 1, values: [1] }])
})

test('the queue writes again what the store did not take, and says so', async () => {
  const said: string[] = []
  const tries: [rows: number, repeated: boolean][] = []
  const queue = new FigureQueue(
    async (rows, repeated) => {
      tries.push([rows.length, repeated])
      if (tries.length === 1) throw new Error('not now')
    },
    message => said.push(message),
  )
  queue.add([cpu(1, 'a', 1)])
  queue.add([cpu(2, 'a', 1), cpu(3, 'a', 1)])
  await queue.close()
  expect(tries).toEqual([
    [1, false],
    [1, true],
    [2, false],
  ])
  expect(said).toEqual(['figures could not be kept, trying again: not now'])
})

test('while the store takes nothing, the oldest rows go', async () => {
  const said: string[] = []
  const kept: number[] = []
  const open = Promise.withResolvers<void>()
  const queue = new FigureQueue(
    async rows => {
      await open.promise
      kept.push(...rows.map(row => row.second))
    },
    message => said.push(message),
  )
  queue.add([cpu(0, 'a', 1)])
  queue.add(Array.from({ length: 120_000 }, (_, i) => cpu(i + 1, 'a', 1)))
  open.resolve()
  await queue.written()
  expect([kept.length, kept[0], kept[1], kept.at(-1)]).toEqual([
    110_001,
    start,
    start + 10_001,
    start + 120_000,
  ])
  expect(said).toEqual(['10000 rows of figures are lost: too many waited for the store'])
})
