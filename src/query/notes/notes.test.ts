import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { eventually } from '../../testing/until.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import { openQueryService } from '../life/open.ts'
import { anna } from '../life/testing/test-query-service.ts'
import { sweepNotes } from './sweep-notes.ts'

const start = Date.UTC(2026, 0, 15, 13) / 1000
const question = { time_range: { ts_from: start, ts_to: start + 60 } }
const at = (second: number) => (start + second) * 1_000_000

let store: SqlStore
beforeAll(async () => {
  // The second began before the range.
  store = await storeWith([testEvent(1, [start + 1]), testEvent(2, [start - 5, start + 2])])
})
afterAll(() => store.close())

async function openAnnotated() {
  const opened = await openTemporaryMetadata()
  const { users, notes } = opened.metadata
  const { id: ann } = await users.create({ username: 'ann' })
  const log = (message: string, error: unknown) => expect.unreachable(`${message}: ${error}`)
  const queryService = openQueryService({ store, notes, timezone: 'UTC', log })
  return { ...opened, notes, ann, queryService }
}

function notesIn({ results }: { results: unknown }): Record<string, string[]> {
  // The complete results of a Search have this shape.
  const { objects } = (results as SearchResults).events
  for (const event of objects) expect(event.notes_count).toBe(event.notes.length)
  return Object.fromEntries(objects.map(event => [event._id, event.notes.map(({ text }) => text)]))
}

test('pages of a Search have the notes of their events, live too', async () => {
  const { notes, ann, queryService } = await openAnnotated()
  const { query } = await queryService.create(anna, 'Search', question)
  const id = String(query.query_id)
  expect(notesIn(query)).toEqual({ 1: [], 2: [] })
  const told: Record<string, string[]>[] = []
  queryService.watch(
    anna,
    id,
    ({ text }) => told.push(notesIn(JSON.parse(text))),
    () => {},
  )
  const first = await notes.create(ann, { id: 2, ts: at(-5) }, 'Fan')
  await eventually(() => told.at(-1)).toEqual({ 1: [], 2: ['Fan'] })
  await notes.create(null, { id: 2, ts: at(-5) }, 'Rack 4')
  expect(notesIn(await queryService.read(anna, id, { page_size: 1 }))).toEqual({ 2: ['Fan', 'Rack 4'] })
  await notes.remove({ userId: ann, managesQueries: false }, 2, first.id)
  expect(notesIn((await queryService.create(anna, 'Search', question)).query)).toEqual({
    1: [],
    2: ['Rack 4'],
  })
  await queryService.close()
})

test('a note makes the Searches read again whose page shows its event, and no other', async () => {
  const reads: string[] = []
  const counting = new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        if (name === 'page' || name === 'countEvents') reads.push(name)
        return Reflect.apply(member, target, args)
      }
    },
  })
  const { notes, ann } = await openAnnotated()
  const queryService = openQueryService({ store: counting, notes, timezone: 'UTC', log: () => {} })
  /** The texts of a Search on its page, and what asking it reads. */
  const ask = async (params: object) => {
    reads.length = 0
    const { query } = await queryService.create(anna, 'Search', { ...question, ...params })
    return [notesIn(query), [...reads]]
  }
  const newest = { page_size: 1 }
  expect((await ask({}))[0]).toEqual({ 1: [], 2: [] })
  expect((await ask(newest))[0]).toEqual({ 2: [] })
  const first = await notes.create(ann, { id: 1, ts: at(1) }, 'Fan')
  expect(await ask(newest)).toEqual([{ 2: [] }, []])
  expect(await ask({})).toEqual([{ 1: ['Fan'], 2: [] }, ['page']])
  await notes.create(ann, { id: 99, ts: at(-90_000) }, 'elsewhere')
  expect([await ask({}), await ask(newest)]).toEqual([
    [{ 1: ['Fan'], 2: [] }, []],
    [{ 2: [] }, []],
  ])
  await notes.remove({ userId: ann, managesQueries: false }, 1, first.id)
  await notes.create(ann, { id: 2, ts: at(-5) }, 'Rack')
  expect([await ask({}), await ask(newest)]).toEqual([
    [{ 1: [], 2: ['Rack'] }, ['page']],
    [{ 2: ['Rack'] }, ['page']],
  ])
  await queryService.close()
})

test('a file has them too', async () => {
  const { notes, ann, queryService } = await openAnnotated()
  const note = await notes.create(ann, { id: 2, ts: at(-5) }, 'Fan')
  await notes.create(ann, { id: 9, ts: at(60) }, 'after the range')
  const { signal } = new AbortController()
  const { events } = await queryService.answer(anna, { type: 'Search', params: question }, signal)
  expect(events?.notes).toEqual(new Map([[2, [note]]]))
  await queryService.close()
})

test('notes go with their events', async () => {
  const { notes, ann, queryService } = await openAnnotated()
  await notes.create(ann, { id: 7, ts: at(-90_000) }, 'of an event that is gone')
  await notes.create(ann, { id: 7, ts: at(-90_000) }, 'another')
  await notes.create(ann, { id: 8, ts: at(-80_000) }, 'gone too')
  await notes.create(ann, { id: 1, ts: at(1) }, 'kept')
  await notes.create(ann, { id: 9, ts: at(2) }, 'after one that is there: not looked up')
  expect(await sweepNotes({ notes, store }, new AbortController().signal)).toBe(2)
  expect(await notes.oldestEvents(10)).toEqual([1, 9])
  expect([await notes.list(7), (await notes.list(1)).length]).toEqual([[], 1])
  await queryService.close()
})
