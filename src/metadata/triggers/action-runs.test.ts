import { expect, test } from 'vitest'
import { insertAction } from '../testing/insert-action.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

/** Stored times of actions, and when `bringForward` makes them due, in seconds from now. */
const rows: [name: string, row: { created: number; due: number; tries?: number }, dueIn: number][] = [
  ['that waits for a period', { created: -10, due: 50 }, 50],
  ['that waits for the longest period', { created: -10, due: 86_400 }, 86_400],
  ['that waits for another attempt', { created: -4_000, due: 1_800, tries: 3 }, 1_800],
  ['of a node whose clock is a little ahead', { created: 60, due: 70 }, 70],
  ['that was made by a clock two hours ahead', { created: 7_200, due: 7_260 }, 0],
  ['that failed when the clock was two hours ahead', { created: 7_200, due: 7_260, tries: 1 }, 0],
  ['that failed when the clock was a year ahead', { created: -10, due: 365 * 86_400, tries: 1 }, 0],
]
test.each(rows)('an action %s is due in its time', async (_name, { created, due, tries = 0 }, dueIn) => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id: owner_id } = await metadata.users.create({ username: 'ann' })
  const at = (seconds: number) => clock.now() + seconds * 1_000_000
  await insertAction(metadata, { owner_id, created_at: at(created), due_at: at(due), tries })
  await metadata.actionRuns.bringForward()
  const read = () =>
    metadata.db.selectFrom('action_runs').select(['due_at', 'created_at']).executeTakeFirstOrThrow()
  expect((await read()).due_at).toBe(at(dueIn))
  if (dueIn > 0) return
  expect((await read()).created_at).toBe(at(Math.min(created, 0)))
  // The row is corrected once: after another failed attempt, it waits as always.
  await metadata.db
    .updateTable('action_runs')
    .set({ due_at: at(60) })
    .execute()
  await metadata.actionRuns.bringForward()
  expect((await read()).due_at).toBe(at(60))
})

test('an action waits for a period that a node with a clock a little ahead began', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const { id } = await metadata.triggers.create({ userId, managesTriggers: false }, { name: 'x', filter: [] })
  const claim = async () => {
    const options = { kind: 'webhook', limit: 9, running: new Map(), maxOfTrigger: 9 } as const
    const claimed = await metadata.actionRuns.claim('one', { ...options, periodOf: () => 60 })
    return claimed.map(({ idempotencyKey }) => idempotencyKey)
  }
  const queued = (key: string) =>
    insertAction(metadata, { trigger_id: id, owner_id: userId, idempotency_key: key })
  clock.seconds += 30
  await queued('of the node ahead')
  expect(await claim()).toEqual(['of the node ahead'])
  clock.seconds -= 30
  await queued('of the node behind')
  expect(await claim()).toEqual([])
  clock.seconds += 89
  expect(await claim()).toEqual([])
  clock.seconds += 1
  expect(await claim()).toEqual(['of the node behind'])
})

test('actions of a trigger continue in their period when the clock is set back', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const { id } = await metadata.triggers.create({ userId, managesTriggers: false }, { name: 'x', filter: [] })
  const queued = (key: string) =>
    insertAction(metadata, { trigger_id: id, owner_id: userId, idempotency_key: key })
  const { actionRuns } = metadata
  const claim = async () => {
    await actionRuns.bringForward()
    const options = { kind: 'webhook', limit: 9, running: new Map(), maxOfTrigger: 9 } as const
    const claimed = await actionRuns.claim('one', { ...options, periodOf: () => 60 })
    return claimed.map(({ idempotencyKey }) => idempotencyKey)
  }
  clock.seconds += 7_200
  await queued('ahead')
  expect(await claim()).toEqual(['ahead'])
  await queued('waits ahead')
  await queued('waits longer')
  expect(await claim()).toEqual([])
  clock.seconds -= 7_200
  expect(await claim()).toEqual(['waits ahead'])
  clock.seconds += 59
  expect(await claim()).toEqual([])
  clock.seconds += 1
  expect(await claim()).toEqual(['waits longer'])
})
