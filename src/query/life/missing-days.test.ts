import { afterEach, expect, test } from 'vitest'
import { anna, testQueryService } from './testing/test-query-service.ts'

const day = 86_400
/** The first second of 2024-10-04. */
const first = 20_000 * day
const never = new AbortController().signal

let service: ReturnType<typeof testQueryService>
afterEach(() => service.queryService.close())

/** A service whose store cannot read parts of these days. */
function openWithout(...days: string[]) {
  service = testQueryService()
  service.store.missingDays = () => days
  return service.queryService
}

const paramsOf = (ts_from: number, ts_to: number) => ({ time_range: { ts_from, ts_to } })
const wholeDay = paramsOf(first, first + day)

test.each([
  ['the day', first, first + day, ['2024-10-04']],
  ['its first second', first - day, first + 1, ['2024-10-04']],
  ['its last second', first + day - 1, first + day, ['2024-10-04']],
  ['repeats of its events on the next day', first + day + 59, first + 2 * day, ['2024-10-04']],
  ['the time after them', first + day + 60, first + 2 * day, undefined],
  ['the day before', first - day, first, undefined],
  ['a week', first - day, first + 6 * day, ['2024-10-04', '2024-10-06']],
])('an answer about %s says which days it may lack', async (_range, from, to, days) => {
  const queryService = openWithout('2024-10-04', '2024-10-06')
  const { query } = await queryService.create(anna, 'Counting', paramsOf(from, to))
  expect([query.status, query.missing_days]).toEqual(['SUCCESS', days])
  expect('missing_days' in query).toBe(days !== undefined)
})

test('reads, pages, updates, files and answers in parts say so too', async () => {
  const queryService = openWithout('2024-10-04')
  const { query } = await queryService.create(anna, 'Paging', wholeDay)
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
    (await queryService.answer(anna, { type: 'Paging', params: wholeDay }, never)).query,
    await queryService.answerPartially(anna, 'Paging', wholeDay, never),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ missing_days: ['2024-10-04'] })
})

test('a finished answer says so once a part of its day cannot be read any more', async () => {
  const queryService = openWithout()
  const { query } = await queryService.create(anna, 'Counting', wholeDay)
  const id = String(query.query_id)
  const answers = async () => {
    const updates: string[] = []
    queryService.watch(
      anna,
      id,
      ({ text }) => updates.push(text),
      () => {},
    )
    return [await queryService.read(anna, id), JSON.parse(updates[0] ?? '{}')]
  }
  for (const answer of await answers()) expect(answer).not.toHaveProperty('missing_days')
  service.store.missingDays = () => ['2024-10-04']
  for (const answer of await answers()) expect(answer).toMatchObject({ missing_days: ['2024-10-04'] })
})
