import { expect, test } from 'vitest'
import type { MatchedEvent } from '../../schema/intake/batch-matches.ts'
import { matchesOf, openRecorder, sample } from './testing/test-recorder.ts'

test('of many values of a key a bounded number of actions waits; each event gets its note', async () => {
  const { recorder, batch, create, runs } = await openRecorder()
  const id = await create({ send_webhook: true, group_by: 'id', add_note: true, note_text: 'seen' })
  let next = 1
  const storm = () => {
    const samples = Array.from({ length: 100 }, () => sample(next, { tags: { id: `k${next++}` } }))
    return batch(matchesOf(id, samples, { count: 200, others: 100, groupBy: 'id' }))
  }
  await recorder.record(Array.from({ length: 6 }, storm))
  await recorder.record(Array.from({ length: 6 }, storm))
  const all = await runs()
  // Webhooks without a value come early: they report matches without a sample.
  for (const [kind, exactly, rest] of [
    ['webhook', 999, 1_401],
    ['note', 1_000, 200],
  ] as const) {
    const own = all.filter(run => run.kind === kind)
    const counts = own.map(({ key, matches, event_id }) => [key, matches, event_id])
    const exact = Array.from({ length: exactly }, (_, at) => [`k${at + 1}`, 1, at + 1])
    expect(counts.filter(([key]) => key !== '')).toEqual(exact)
    expect(counts.filter(([key]) => key === '')).toEqual([['', rest, 1_200]])
  }
  // In one transaction too.
  const other = await create({ send_webhook: true, group_by: 'id', issue_notification: false })
  const batches = Array.from({ length: 12 }, () =>
    batch(
      matchesOf(
        other,
        Array.from({ length: 100 }, () => sample(next, { tags: { id: `k${next++}` } })),
        { groupBy: 'id' },
      ),
    ),
  )
  await recorder.record(batches)
  const own = (await runs()).filter(run => run.trigger_id === other)
  expect([own.length, own.reduce((sum, { matches }) => sum + matches, 0)]).toEqual([1_001, 1_200])
})

test('without a key too, each event of a storm gets its note, until more than the bounded number waits', async () => {
  const { recorder, batch, create, runs } = await openRecorder()
  const id = await create({ add_note: true, note_text: 'seen' })
  const notes = async () => (await runs()).map(({ matches, event_id }) => [matches, event_id])
  const record = (first: number, count: number) =>
    recorder.record([
      batch(
        matchesOf(
          id,
          Array.from({ length: count }, (_, at) => sample(first + at)),
        ),
      ),
    ])
  for (let first = 1; first <= 1_000; first += 100) await record(first, 100)
  const ordinary = Array.from({ length: 1_000 }, (_, at) => [1, at + 1])
  expect(await notes()).toEqual(ordinary)
  await record(1_001, 2)
  expect(await notes()).toEqual([...ordinary, [2, 1_002]])
  await record(1_003, 3)
  expect(await notes()).toEqual([...ordinary, [5, 1_005]])
})

test('the newest thousand entries of notifications are kept, and all are counted', async () => {
  const { recorder, batch, create, groups, entries } = await openRecorder()
  const id = await create({ group_by: 'id' })
  let next = 1
  const batches = Array.from({ length: 12 }, () =>
    batch(
      matchesOf(
        id,
        Array.from({ length: 100 }, () => sample(next, { tags: { id: `k${next++}` } })),
        { groupBy: 'id' },
      ),
    ),
  )
  for (const one of batches) await recorder.record([one])
  expect(await groups()).toMatchObject([{ all_count: 1_200, unread_count: 1_200 }])
  const kept = await entries()
  expect([kept.length, kept[0]?.event_id, kept.at(-1)?.event_id]).toEqual([1_000, 201, 1_200])
})

test('of many keys and hosts each entry has its own matches; those beyond the samples make none, and all are counted', async () => {
  const { recorder, batch, create, groups, entries, runs } = await openRecorder()
  const id = await create({ group_by: 'id', send_webhook: true })
  const storm = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      sample(first + at, { host: `h${at % 7}`, tags: { id: `k${at % 20}` } }),
    )
  const samples = storm(1, 500)
  const further = storm(501, 77)
  const more = { groupBy: 'id', count: 540, others: 40 }
  await recorder.record([
    batch(matchesOf(id, samples, more)),
    batch(matchesOf(id, further, { groupBy: 'id' })),
  ])
  const reported = [...samples, ...further]
  const sumBy = (nameOf: (event: MatchedEvent) => string) =>
    new Map(Array.from(Map.groupBy(reported, nameOf), ([name, { length }]) => [name, length]))
  expect(await groups()).toMatchObject([{ all_count: 617, unread_count: 617 }])
  const made = (await entries()).map(({ key, host, count }): [string, number] => [`${key} of ${host}`, count])
  expect(new Map(made)).toEqual(sumBy(({ tags, host }) => `${tags.id} of ${host}`))
  expect(made.length).toBe(new Map(made).size)
  for (const { host, event } of await entries()) expect(JSON.parse(event).host).toBe(host)
  const done = (await runs()).map(({ key, matches }): [string, number] => [key, matches])
  expect(new Map(done)).toEqual(sumBy(({ tags }) => tags.id ?? '').set('', 40))
})

test('of very many hosts at once the newest have entries, each with its own matches, and all are counted', async () => {
  const { recorder, batch, create, groups, entries } = await openRecorder()
  const id = await create({})
  const samples = Array.from({ length: 600 }, (_, at) => sample(at + 1, { host: `h${at % 300}` }))
  await recorder.record([batch(matchesOf(id, samples))])
  expect(await groups()).toMatchObject([{ all_count: 600, unread_count: 600 }])
  const made = (await entries()).map(({ host, count }) => [host, count])
  expect(made).toEqual(Array.from({ length: 200 }, (_, at) => [`h${at + 100}`, 2]))
})
