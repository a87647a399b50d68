import { expect, test } from 'vitest'
import { migrations } from '../migrations/all.ts'
import type { Metadata } from '../open.ts'
import { insertAction } from '../testing/insert-action.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { hostListId } from './host-lists.ts'
import { insertNotification } from './testing/insert-notification.ts'

const ownerHosts = ['db-9', 'fw-1']

/**
 * Notifications and actions of another user's trigger that a reader of hosts fw-* sees: their keys with their
 * counts.
 */
async function seenBy(
  { notifications, actionHistory, triggers }: Metadata,
  userId: number,
  { covers = false, manages = false } = {},
) {
  const viewer = {
    ...{ userId, managesTriggers: manages, usesTriggers: true },
    seesHost: (host: string) => host.startsWith('fw-'),
    coversHosts: (patterns: readonly string[]) => covers && patterns.join() === ownerHosts.join(),
  }
  const page = { offset: 0, limit: 100 }
  const { objects: groups } = await notifications.list(viewer, { ...page, withEvents: true })
  const { objects: runs } = await actionHistory.list(viewer, page)
  const [trigger] = (await triggers.list(viewer, page)).objects
  return {
    entries: groups.flatMap(({ events = [] }) => events.map(({ key, count }) => [key, count])),
    sums: [
      groups[0]?.all_count,
      trigger?.notifications_count,
      (await notifications.counts(viewer)).unread_count,
    ],
    runs: runs.map(({ key, matches }) => [key, matches]),
  }
}

test('firings without host, and counts over hosts, are for the owner and for users who see all of its hosts', async () => {
  const { metadata } = await openTemporaryMetadata()
  const [owner, other] = [
    (await metadata.users.create({ username: 'owner' })).id,
    (await metadata.users.create({ username: 'other' })).id,
  ]
  const { id } = await metadata.triggers.create(
    { userId: owner, managesTriggers: false },
    { name: 'x', filter: [] },
  )
  const lists = [undefined, ownerHosts, ['*']]
  for (const [at, list] of lists.entries()) {
    const known = list === undefined ? {} : { ownerHosts: list }
    await insertNotification(metadata, id, { ...known, event: null, host: '', key: `none ${at}`, count: 5 })
    await insertNotification(metadata, id, {
      ...known,
      host: 'fw-1',
      key: `fw ${at}`,
      count: 5,
      isOfHost: false,
    })
    await insertNotification(metadata, id, { ...known, host: 'db-9', key: `db ${at}`, count: 5 })
    const owner_hosts_id = list === undefined ? null : await hostListId(metadata.db, list)
    const run = { trigger_id: id, owner_id: owner, matches: 5, owner_hosts_id }
    await insertAction(metadata, { ...run, key: `none ${at}`, host: '', event: 'null', event_id: null })
    await insertAction(metadata, { ...run, key: `fw ${at}` })
    await insertAction(metadata, { ...run, key: `db ${at}`, host: 'db-9' })
  }
  const all = [2, 1, 0].flatMap(at => [
    [`fw ${at}`, 5],
    [`none ${at}`, 5],
  ])
  expect(await seenBy(metadata, owner)).toEqual({ entries: all, sums: [30, 30, 30], runs: all })
  const some = [2, 1, 0].map(at => [`fw ${at}`, null])
  for (const manages of [false, true])
    expect(await seenBy(metadata, other, { manages })).toEqual({ entries: some, sums: [3, 3, 3], runs: some })
  const covered = [
    ['fw 2', null],
    ['fw 1', 5],
    ['none 1', 5],
    ['fw 0', null],
  ]
  const seen = await seenBy(metadata, other, { covers: true })
  expect(seen).toEqual({ entries: covered, sums: [12, 12, 12], runs: covered })
})

test('of lists of hosts the newest are kept', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { db } = metadata
  const first = await hostListId(db, ['a', 'b'])
  expect(await hostListId(db, ['b', 'a', 'b'])).toBe(first)
  const rows = Array.from({ length: 999 }, (_, at) => ({ digest: `${at}`, patterns: '["x"]' }))
  await db.insertInto('host_lists').values(rows).execute()
  expect(await hostListId(db, ['a', 'b'])).toBe(first)
  await hostListId(db, ['c'])
  const { count } = await db
    .selectFrom('host_lists')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1_000)
  expect(await hostListId(db, ['a', 'b'])).toBeGreaterThan(first + 1_000)
})

test.runIf(isInFiles)(
  'firings before hosts of owners were kept are for the owner, and count nothing',
  async () => {
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0030'))
    const old = await openTemporaryMetadata({ migrations: before })
    const { db, users, triggers } = old.metadata
    const owner = (await users.create({ username: 'owner' })).id
    const { id } = await triggers.create({ userId: owner, managesTriggers: false }, { name: 'x', filter: [] })
    const times = { last_issued: 1, created_at: 1, updated_at: 1, unread_since: 1 }
    await db
      .insertInto('notification_groups')
      .values({ trigger_id: id, all_count: 10, unread_count: 10, ...times })
      .execute()
    const entry = { group_id: 1, event_id: null, count: 5, fired_at: 1, is_read: 0 as const, event: 'null' }
    for (const host of ['', 'fw-1'])
      await db
        .insertInto('notification_events')
        .values({ ...entry, key: host, host })
        .execute()
    await old.metadata.close()
    const { metadata } = await openTemporaryMetadata({ folder: old.folder })
    const other = (await metadata.users.create({ username: 'other' })).id
    expect((await seenBy(metadata, owner)).entries).toEqual([
      ['fw-1', 5],
      ['', 5],
    ])
    expect((await seenBy(metadata, other, { covers: true })).entries).toEqual([['fw-1', null]])
  },
)
