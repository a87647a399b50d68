import { beforeEach, expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { Mark, PageQuery, Scope } from '../store.ts'
import { ordinary } from '../testing/spool-file.ts'
import { PagesAhead } from './pages-ahead.ts'

const all = Array.from({ length: 950 }, (_, i): StoredEvent => {
  return { id: i, ts: i, last: i, counter: 1, ...ordinary, triggers: [], message: `event ${i}`, tags: {} }
})
const mark = (): Mark => ({ sequence: 1, batch: 1, missing: [], appended: 1 })
const question = (asOf: Mark | undefined = mark()): Scope => {
  const predicate: Predicate = { kind: 'const', value: true }
  return { from: 0, to: 1_000, predicate, ...(asOf && { asOf }) }
}
const sort: PageQuery['sort'] = [{ field: 'last_occurrence', descending: true }]

let pages: PagesAhead
let clock = 0
let took = 5
let reads: [offset: number, limit: number][]
beforeEach(() => {
  pages = new PagesAhead(() => clock)
  took = 5
  reads = []
})

async function page(scope: Scope, offset: number, limit = 100, events = all): Promise<number[]> {
  const shown = await pages.page(scope, { sort, offset, limit }, async query => {
    clock += took
    reads.push([query.offset, query.limit])
    return events.slice(query.offset, query.offset + query.limit)
  })
  return shown.map(({ id }) => id)
}

function ids(from: number, to: number): number[] {
  return all.slice(from, to).map(({ id }) => id)
}

test('who turns pages of a question has the next ones, and the one before, without a read', async () => {
  const scope = question()
  expect(await page(scope, 300)).toEqual(ids(300, 400))
  expect(await page(scope, 400)).toEqual(ids(400, 500))
  for (const offset of [500, 600, 700, 300, 450]) {
    expect(await page(scope, offset)).toEqual(ids(offset, offset + 100))
  }
  expect(reads).toEqual([
    [300, 100],
    [300, 500],
  ])
  expect(await page(scope, 800)).toEqual(ids(800, 900))
  expect(reads.at(-1)).toEqual([700, 500])
  // The end is known.
  expect(await page(scope, 900)).toEqual(ids(900, 950))
  expect(await page(scope, 1_000)).toEqual([])
  expect(reads.length).toBe(3)
})

test('who jumps has the page alone', async () => {
  const scope = question()
  for (const offset of [0, 500, 200]) await page(scope, offset)
  expect(reads).toEqual([
    [0, 100],
    [500, 100],
    [200, 100],
  ])
})

test('a page that is asked for again is not read again', async () => {
  const scope = question()
  for (let i = 0; i < 3; i++) expect(await page(scope, 200)).toEqual(ids(200, 300))
  expect(reads).toEqual([[200, 100]])
})

test('another question, another moment and another order are read for themselves', async () => {
  const scope = question()
  const [asked, later] = [question(), { ...scope, asOf: mark() }]
  for (const other of [scope, asked, later]) await page(other, 200)
  await pages.page(
    scope,
    { sort: [{ field: 'counter', descending: true }], offset: 200, limit: 100 },
    async () => [],
  )
  expect(reads.length).toBe(3)
  expect(await page(scope, 200)).toEqual(ids(200, 300))
  expect(reads.length).toBe(3)
})

test('what is asked about now is read each time', async () => {
  const { asOf: _, ...now } = question()
  for (let i = 0; i < 3; i++) await page(now, 100)
  expect(reads).toEqual([
    [100, 100],
    [100, 100],
    [100, 100],
  ])
})

test('nothing more is read where the page took long, or is long', async () => {
  const [slow, long] = [question(), question()]
  took = 300
  for (const offset of [100, 200]) await page(slow, offset)
  took = 5
  for (const offset of [0, 600]) await page(long, offset, 600)
  expect(reads).toEqual([
    [100, 100],
    [200, 100],
    [0, 600],
    [600, 600],
  ])
})

test('what is kept has a bound of bytes, whatever the messages', async () => {
  const long = all.map(event => ({ ...event, message: 'x'.repeat(60_000) }))
  const [one, other] = [question(), question()]
  for (const scope of [one, one, other, one]) await page(scope, 0, 50, long)
  expect(reads).toEqual([
    [0, 50],
    [0, 50],
    [0, 50],
  ])
  await page(other, 0, 100, long)
  await page(other, 0, 100, long)
  expect(reads.length).toBe(5)
})

test('a scope that begins later has its own end', async () => {
  const scope = question()
  const shorter = { ...scope, from: 500 }
  await page(shorter, 100, 100, all.slice(0, 200))
  expect(await page(shorter, 200, 100, all.slice(0, 200))).toEqual([])
  expect(await page(scope, 200)).toEqual(ids(200, 300))
})

test('what was read is forgotten when days are dropped, also while it is read', async () => {
  const scope = question()
  await page(scope, 100)
  pages.invalidate()
  await page(scope, 100)
  expect(reads.length).toBe(2)
  const other = question()
  await pages.page(other, { sort, offset: 0, limit: 100 }, async () => {
    pages.invalidate()
    return all.slice(0, 100)
  })
  await page(other, 0)
  expect(reads.length).toBe(3)
})
