import { afterEach, expect, test } from 'vitest'
import { overlaps } from '../../storage/contract/time-span.ts'
import { EmptyStore } from './testing/empty-store.ts'
import { anna, testQueryService } from './testing/test-query-service.ts'

const day = 86_400
/** The first second of 2024-10-04. */
const first = 20_000 * day
const never = new AbortController().signal

let service: ReturnType<typeof testQueryService>
afterEach(() => service.queryService.close())

/** A service whose store has archived 2024-10-04 and the day after it. */
function openWithArchive() {
  service = testQueryService()
  const withArchive = new EmptyStore()
  Object.assign(service.store, { readBounds: async () => ({ rows: 0, bytes: 0 }) })
  const days = [first, first + day].map(from => ({ from, to: from + day }))
  service.store.archive = {
    store: withArchive,
    daysIn: span =>
      days
        .filter(one => overlaps(one, span))
        .map(({ from }) => ({
          day: new Date(from * 1000).toISOString().slice(0, 10),
          rows: 10,
          bytes: 1_000,
        })),
  }
  return service.queryService
}

const paramsOf = (ts_from: number, ts_to: number) => ({ time_range: { ts_from, ts_to } })

test.each([
  ['both days', first, first + 2 * day, 2],
  ['the last second of a day', first + day - 1, first + day, 1],
  ['the day after them', first + 2 * day, first + 3 * day, undefined],
  ['the day before', first - day, first, undefined],
])('an answer about %s says how many archived days it leaves out', async (_range, from, to, days) => {
  const queryService = openWithArchive()
  const { query } = await queryService.create(anna, 'Counting', paramsOf(from, to))
  expect([query.status, query.archived_days]).toEqual(['SUCCESS', days])
  expect('archived_days' in query).toBe(days !== undefined)
})

test('reads, updates, files and answers in parts say so too', async () => {
  const queryService = openWithArchive()
  const params = paramsOf(first, first + day)
  const { query } = await queryService.create(anna, 'Paging', params)
  const id = String(query.query_id)
  const updates: string[] = []
  queryService.watch(
    anna,
    id,
    ({ text }) => updates.push(text),
    () => {},
  )
  const answers = [
    await queryService.read(anna, id),
    await queryService.read(anna, id, { page: 2 }),
    JSON.parse(updates[0] ?? '{}'),
    (await queryService.snapshot(anna, id, never)).query,
    (await queryService.answer(anna, { type: 'Paging', params }, never)).query,
    await queryService.answerPartially(anna, 'Paging', params, never),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ archived_days: 1 })
})

test('an answer that includes archives leaves nothing out, and explains what it read', async () => {
  const queryService = openWithArchive()
  const params = { ...paramsOf(first, first + 2 * day), with_archive: true }
  const { query } = await queryService.create(anna, 'Counting', params)
  expect([query.status, 'archived_days' in query]).toEqual(['SUCCESS', false])
  const explanation = await queryService.explain(anna, String(query.query_id))
  expect(explanation?.archive).toEqual({ days: 2, bytes: 2_000 })
})
