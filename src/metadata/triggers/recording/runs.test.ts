import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../testing/temporary.ts'
import type { NewRun } from './runs.ts'

const begun: [name: string, lastAt: number | null, dueIn: number][] = [
  ['never', null, 0],
  ['within its period', -10, 50],
  ['now', 0, 60],
  ['longer ago than its period', -61, 0],
  ['by a clock that was set back since', 1, 0],
  ['by a clock that was set back by a year since', 365 * 86_400, 0],
]
test.each(begun)('an action whose last one was begun %s is due in its time', async (_name, lastAt, dueIn) => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const { id } = await metadata.triggers.create({ userId, managesTriggers: false }, { name: 'x', filter: [] })
  const times = { trigger_id: id, kind: 'email', key: 'fw-1' }
  if (lastAt !== null) {
    const last_at = clock.now() + lastAt * 1_000_000
    await metadata.db
      .insertInto('action_times')
      .values({ ...times, last_at })
      .execute()
  }
  const run: NewRun = {
    ...{ triggerId: id, kind: 'email' as const, key: 'fw-1', idempotencyKey: 'a', event: null, host: '' },
    ...{ matches: 1, periodSeconds: 60, silenceId: null, canGrow: true },
  }
  const records = { hits: [], fires: [], notifications: [], runs: [run] }
  await metadata.matchRecords.write(writer => writer.add(records))
  const { due_at } = await metadata.db.selectFrom('action_runs').select('due_at').executeTakeFirstOrThrow()
  expect((Number(due_at) - clock.now()) / 1_000_000).toBe(dueIn)
})

test('rows have the hosts that the owner saw; an action that grows under others has none', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { db, matchRecords, triggers, users } = metadata
  const { id: userId } = await users.create({ username: 'ann' })
  const owner = { userId, managesTriggers: false }
  const { id: triggerId } = await triggers.create(owner, { name: 'x', filter: [] })
  const add = (ownerHosts: readonly string[], isOfHost: boolean) => {
    const common = { triggerId, key: '', event: null, host: '', ownerHosts }
    const notification = { ...common, isOfHost, count: 1 }
    const run: NewRun = {
      ...{ ...common, kind: 'email' as const, idempotencyKey: 'a' },
      ...{ matches: 1, periodSeconds: 60, silenceId: null, canGrow: true },
    }
    const records = { hits: [], fires: [], notifications: [notification], runs: [run] }
    return matchRecords.write(writer => writer.add(records))
  }
  const runHosts = async () =>
    (await db.selectFrom('action_runs').select('owner_hosts_id').executeTakeFirstOrThrow()).owner_hosts_id
  await add(['fw-*', 'db-1'], true)
  await add(['db-1', 'fw-*'], false)
  expect(await runHosts()).toBe(1)
  await add(['*'], false)
  expect(await runHosts()).toBeNull()
  const entries = await db.selectFrom('notification_events').selectAll().orderBy('id').execute()
  expect(entries.map(row => [row.owner_hosts_id, row.is_of_host])).toEqual([
    [1, 1],
    [1, 0],
    [2, 0],
  ])
})
