import { rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MatchedEvent } from '../../schema/intake/batch-matches.ts'
import { openLog } from '../../telemetry/log.ts'
import { evaluateWindows } from '../windows/advance-windows.ts'
import { noAnswers } from '../windows/evaluator.ts'
import type { StoredState } from '../windows/window-state.ts'
import { MatchRecorder } from './match-recorder.ts'
import { matchesOf, openRecorder, sample } from './testing/test-recorder.ts'

test('a batch is counted, notified and given its actions once, no matter how often it comes', async () => {
  const { metadata, viewer, recorder, recordedMatches, batch, create, runs, groups, entries, clock } =
    await openRecorder()
  const id = await create({ send_email: true, send_webhook: true, mark_known: true })
  const first = batch(matchesOf(id, [sample(1), sample(2, { host: 'web-2' })]))
  const second = batch(matchesOf(id, [sample(3)], { count: 41, repeats: 2 }))
  await recorder.record([first])
  await recorder.record([{ ...first, repeated: true }, second])
  await recorder.record([first, second])
  const now = clock.now()
  expect(await metadata.triggers.get(viewer, id)).toMatchObject({
    hits_count: 45,
    last_matched: 3,
    notifications_count: 45,
    unread_count: 45,
    last_issued: now / 1_000_000,
  })
  expect(await groups()).toMatchObject([
    { trigger_id: id, all_count: 45, unread_count: 45, unread_since: now, read_at: null, escalated_at: null },
  ])
  expect(
    (await entries()).map(({ event_id, host, count, key, is_read }) => [event_id, host, count, key, is_read]),
  ).toEqual([
    [1, 'web-1', 1, '', 0],
    [2, 'web-2', 1, '', 0],
    [3, 'web-1', 43, '', 0],
  ])
  // The second batch is reported with the first, whose actions have not been tried yet.
  expect(await runs()).toMatchObject([
    { trigger_id: id, kind: 'email', status: 'pending', matches: 45, event_id: 3, tries: 0, due_at: now },
    { trigger_id: id, kind: 'webhook', status: 'pending', matches: 45, event_id: 3, tries: 0, due_at: now },
  ])
  const [run] = await runs()
  expect(run).toMatchObject({ trigger_name: 'Links', owner_id: viewer.userId, is_private: 0, host: 'web-1' })
  expect(run?.idempotency_key).toBe(`${id}-1001-1`)
  expect(JSON.parse(run?.event ?? '')).toEqual({
    id: 3,
    ts: 3_000_000,
    last: 3_000_000,
    counter: 1,
    type: 1,
    status: 0,
    host: 'web-1',
    program: 'app',
    severity: 3,
    facility: 1,
    mnemonic: '',
    message: 'message 3',
    tags: {},
    triggers: [id],
  })
  expect(recordedMatches).toEqual([
    { runs: 2, notified: [id], fired: [], isDue: false },
    { runs: 2, notified: [id], fired: [], isDue: false },
  ])
})

test('an action that a worker has begun grows no more: the next one waits for its period', async () => {
  const { db, clock, recorder, batch, create, runs } = await openRecorder()
  const id = await create({ send_email: true, send_email_period: 60, send_webhook: true, group_by: 'host' })
  await recorder.record([batch(matchesOf(id, [sample(1), sample(2, { host: 'b' })], { groupBy: 'host' }))])
  expect((await runs()).map(({ kind, key, matches }) => [kind, key, matches])).toEqual([
    ['email', 'web-1', 1],
    ['webhook', 'web-1', 1],
    ['email', 'b', 1],
    ['webhook', 'b', 1],
  ])
  // As the queue does, for the mail about web-1.
  const began = clock.now()
  await db.updateTable('action_runs').set({ status: 'pending', runner: 'x' }).where('id', '=', 1).execute()
  await db
    .insertInto('action_times')
    .values({ trigger_id: id, kind: 'email', key: 'web-1', last_at: began })
    .execute()
  clock.seconds += 5
  await recorder.record([
    batch(matchesOf(id, [sample(3), sample(4), sample(5, { host: 'b' })], { groupBy: 'host' })),
  ])
  clock.seconds += 5
  await recorder.record([batch(matchesOf(id, [sample(6)], { groupBy: 'host' }))])
  const found = (await runs()).map(({ kind, key, matches, due_at }) => [
    kind,
    key,
    matches,
    (Number(due_at) - began) / 1e6,
  ])
  expect(found).toEqual([
    ['email', 'web-1', 1, 0],
    ['webhook', 'web-1', 4, 0],
    ['email', 'b', 2, 0],
    ['webhook', 'b', 2, 0],
    ['email', 'web-1', 3, 60],
  ])
})

test('a silence holds actions and notifications back, and matches count', async () => {
  const { db, metadata, viewer, recorder, silenced, batch, create, runs, entries, clock } =
    await openRecorder()
  const id = await create({ send_email: true })
  const now = clock.now()
  const silence = await db
    .insertInto('silences')
    .values({
      owner_id: viewer.userId,
      name: 'Work',
      name_key: 'work',
      comment: '',
      filter: '[]',
      trigger_ids: '[]',
      starts_at: 0,
      ends_at: now,
      suppressed_count: 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  silenced.set('web-1', silence.id)
  await recorder.record([batch(matchesOf(id, [sample(1), sample(2), sample(3, { host: 'b' })]))])
  await recorder.record([batch(matchesOf(id, [sample(4)]))])
  expect(
    (await runs()).map(({ kind, status, matches, silence_id, due_at }) => [
      kind,
      status,
      matches,
      silence_id,
      due_at,
    ]),
  ).toEqual([
    ['notification', 'suppressed', 3, silence.id, null],
    ['email', 'suppressed', 3, silence.id, null],
    ['email', 'pending', 1, null, now],
  ])
  expect((await entries()).map(({ host, count }) => [host, count])).toEqual([['b', 1]])
  expect((await metadata.triggers.get(viewer, id)).hits_count).toBe(4)
  const { suppressed_count } = await db.selectFrom('silences').selectAll().executeTakeFirstOrThrow()
  expect(suppressed_count).toBe(2)
  // A silence that has just been deleted.
  silenced.set('web-1', 999)
  await recorder.record([batch(matchesOf(id, [sample(5)]))])
  expect((await runs()).at(-1)).toMatchObject({ status: 'suppressed', silence_id: null })
})

test('a file that is damaged, missing or of a deleted trigger stops nothing', async () => {
  const { metadata, viewer, recorder, batch, create, runs, recordedMatches } = await openRecorder()
  const id = await create({ send_email: true })
  const gone = await create({ name: 'Gone' })
  const good = batch(matchesOf(id, [sample(1)]), matchesOf(gone, [sample(2)]))
  const damaged = batch(matchesOf(id, [sample(3)]))
  writeFileSync(damaged.matches ?? '', '{"triggers":[{"id":')
  const missing = batch(matchesOf(id, [sample(4)]))
  rmSync(missing.matches ?? '')
  const { matches: _, ...without } = batch()
  await metadata.triggers.remove(viewer, gone)
  await recorder.record([damaged, missing, without, good])
  expect((await metadata.triggers.get(viewer, id)).hits_count).toBe(1)
  expect(await runs()).toHaveLength(1)
  await recorder.record([batch(matchesOf(gone, [sample(5)]))])
  expect(recordedMatches).toHaveLength(1)
})

test('values of any characters are keys', async () => {
  const { recorder, batch, create, runs } = await openRecorder()
  const id = await create({ send_email: true, group_by: 'x', issue_notification: false })
  const values = ['a\u0000b', "'; --", '\u{1f4d6}"\\', 'ä'.repeat(300), '\ud800']
  const one = () =>
    batch(
      matchesOf(
        id,
        values.map((x, at) => sample(at + 1, { tags: { x } })),
        { groupBy: 'x' },
      ),
    )
  await recorder.record([one()])
  await recorder.record([one()])
  expect((await runs()).map(({ key, matches }) => [key, matches])).toEqual([
    ['a\u0000b', 2],
    ["'; --", 2],
    ['\u{1f4d6}"\\', 2],
    ['ä'.repeat(255), 2],
    ['\ufffd', 2],
  ])
})

test('a condition fires over batches, apart for each of its values, with the event that completed it', async () => {
  const { db, clock, recorder, batch, create, runs, entries, recordedMatches } = await openRecorder()
  const condition = { kind: 'count', count: 3, seconds: 60, by: 'host' } as const
  const id = await create({ condition, send_webhook: true, add_note: true, note_text: 'seen' })
  const at = (second: number, event: number, host: string) =>
    sample(event, { ts: (clock.seconds + second) * 1e6, host })
  const windowed = (...samples: MatchedEvent[]) =>
    batch(
      matchesOf(id, samples, {
        groupBy: 'host',
        keys: samples.map(({ host, ts }) => [host, '', Math.floor(ts / 1e6), 1]),
      }),
    )
  const first = windowed(at(0, 1, 'a'), at(0, 2, 'b'), at(1, 3, 'a'))
  await recorder.record([first])
  await recorder.record([{ ...first, repeated: true }])
  expect([await runs(), recordedMatches]).toEqual([[], []])
  await recorder.record([windowed(at(2, 4, 'a'), at(3, 5, 'b'))])
  expect(
    (await runs()).map(({ kind, key, host, matches, event_id }) => [kind, key, host, matches, event_id]),
  ).toEqual([
    ['note', 'a', 'a', 3, 4],
    ['webhook', 'a', 'a', 3, 4],
  ])
  expect((await entries()).map(({ key, host, count }) => [key, host, count])).toEqual([['a', 'a', 3]])
  const fires = await db.selectFrom('trigger_fires').selectAll().execute()
  expect(fires.map(({ trigger_id, event_id, event_at }) => [trigger_id, event_id, event_at])).toEqual([
    [id, 4, (clock.seconds + 2) * 1e6],
  ])
  const counts = await db.selectFrom('trigger_counts').selectAll().executeTakeFirstOrThrow()
  expect(counts).toMatchObject({ hits_count: 5, fires_count: 1 })
})

test('an absence is reported without an event, by its key; the state is looked at once, also by several nodes', async () => {
  const { metadata, clock, viewer, recorder, batch, create, runs, entries } = await openRecorder()
  const condition = { kind: 'absence', seconds: 30, by: 'host' } as const
  const id = await create({
    condition,
    send_email: true,
    add_note: true,
    note_text: 'never',
    group_by: 'host',
  })
  const seen = sample(1, { ts: clock.now(), host: 'a' })
  await recorder.record([batch(matchesOf(id, [seen], { keys: [['a', '', clock.seconds, 1]] }))])
  const records = metadata.matchRecords
  const due = await records.nextDue()
  expect(await records.due(clock.seconds, 10)).toEqual([])
  clock.seconds = Math.ceil(due ?? 0)
  expect(await records.due(clock.seconds, 10)).toMatchObject([{ triggerId: id, key: 'a', due }])
  const check = (states: ReadonlyMap<string, StoredState>) =>
    evaluateWindows(condition, states, noAnswers, { nowSeconds: clock.seconds })
  const ofOtherNode = new MatchRecorder(records, { findSilence: () => undefined }, openLog('silent'))
  for (const _ of [1, 2])
    await Promise.all([recorder, ofOtherNode].map(one => one.recordWindows(id, ['a'], check)))
  expect(await runs()).toMatchObject([
    { kind: 'email', key: 'a', host: 'a', event: 'null', event_id: null, matches: 1 },
  ])
  expect(await entries()).toMatchObject([{ key: 'a', host: 'a', event: 'null', event_id: null, count: 1 }])
  expect(await metadata.triggers.get(viewer, id)).toMatchObject({
    hits_count: 1,
    fires_count: 1,
    last_matched: seen.ts / 1e6,
  })
  await metadata.triggers.update(viewer, id, { is_active: false })
  await metadata.matchRecords.deleteStatesOfEnded([id])
  expect(await records.nextDue()).toBeUndefined()
})

test('notifications and actions record the hosts that the owner saw, unless they changed meanwhile', async () => {
  const { recorder, batch, create, ownerHosts, entries, db } = await openRecorder()
  const id = await create({ send_email: true })
  const matched = (event: number, ...hosts: string[]) => ({
    ...matchesOf(id, [sample(event)]),
    ...(hosts.length > 0 && { ownerHosts: hosts }),
  })
  await recorder.record([batch(matched(1, 'web-*', 'db-1'))])
  await recorder.record([batch(matched(2, 'db-1', 'web-*', 'db-1'))])
  expect(await ownerHosts('notification_events')).toEqual([
    ['db-1', 'web-*'],
    ['db-1', 'web-*'],
  ])
  expect(await ownerHosts('action_runs')).toEqual([['db-1', 'web-*']])
  expect((await entries()).map(({ is_of_host }) => is_of_host)).toEqual([1, 1])
  // The waiting action reports both.
  await recorder.record([batch(matched(3, '*'))])
  expect(await ownerHosts('action_runs')).toEqual([null])
  await recorder.record([batch(matched(4, '*')), batch(matched(5, 'web-*'))])
  await recorder.record([batch(matched(6))])
  expect((await ownerHosts('notification_events')).slice(2)).toEqual([['*'], null, null])
  expect(await db.selectFrom('host_lists').selectAll().execute()).toHaveLength(2)
})

test('matches counted under other rights of the owner count no more', async () => {
  const { recorder, batch, create, entries, ownerHosts, clock } = await openRecorder()
  const id = await create({ condition: { kind: 'count', count: 3, seconds: 60, by: 'user' } })
  const counted = async (event: number, ...hosts: string[]) => {
    const [key, ts] = ['x', (clock.seconds + event) * 1e6]
    const matches = matchesOf(id, [sample(event, { ts, tags: { user: key } })], {
      groupBy: 'user',
      keys: [[key, '', ts / 1e6, 1]],
    })
    await recorder.record([batch({ ...matches, ownerHosts: hosts })])
  }
  for (const event of [1, 2]) await counted(event, '*')
  for (const event of [3, 4]) await counted(event, 'web-*')
  expect(await entries()).toEqual([])
  await counted(5, 'web-*')
  expect(await entries()).toMatchObject([{ key: 'x', host: 'web-1', count: 3, is_of_host: 0 }])
  expect(await ownerHosts('notification_events')).toEqual([['web-*']])
})

test('samples of a condition that the trigger has no longer may be of several hosts', async () => {
  const { recorder, batch, create, entries } = await openRecorder()
  const id = await create({})
  await recorder.record([batch(matchesOf(id, [sample(1)], { count: 3, keys: [['', '', 1, 3]] }))])
  expect(await entries()).toMatchObject([{ host: 'web-1', count: 3, is_of_host: 0 }])
})
