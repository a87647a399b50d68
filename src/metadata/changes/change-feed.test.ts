import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { eventually } from '../../testing/until.ts'
import { openPostgres } from '../postgres/open.ts'
import { isInFiles, postgresOf } from '../testing/postgres.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'
import { ChangeFeed } from './change-feed.ts'
import { followFeed } from './follow-feed.ts'

const log = openLog('silent')

/** Feeds of one metadata, each with its own connection and the changes that it delivered. */
async function openFeeds(count: number) {
  const folder = temporaryFolder()
  const postgres = await postgresOf(folder)
  if (postgres === undefined) throw new Error('there is no PostgreSQL')
  let now = 1_000_000_000
  const open = async () => {
    const database = await openPostgres(postgres, log, {})
    onTestFinished(() => database.db.destroy())
    const feed = await ChangeFeed.open(database, () => now, log)
    const heard: unknown[] = []
    feed.on('fires', content => void heard.push(content))
    return { feed, heard, database }
  }
  const feeds = await Promise.all(Array.from({ length: count }, open))
  const publish = (at: number, ...ids: number[]) =>
    feeds[at]?.feed.transaction(async (_, publish) => publish('fires', ids))
  return { feeds, publish, advance: (micros: number) => (now += micros) }
}

test.skipIf(isInFiles)('a change reaches each process once, in the order of commits', async () => {
  const { feeds, publish } = await openFeeds(3)
  await Promise.all([publish(0, 1), publish(1, 2), publish(2, 3), publish(0, 4)])
  for (const { feed } of feeds) await feed.catchUp()
  const [first, ...others] = feeds.map(({ heard }) => heard)
  expect(first?.toSorted()).toEqual([[1], [2], [3], [4]])
  for (const heard of others) expect(heard).toEqual(first)
})

test.skipIf(isInFiles)('a change that fails is not published', async () => {
  const { feeds, publish } = await openFeeds(2)
  const failed = feeds[0]?.feed.transaction(async (_, publish) => {
    publish('fires', [1])
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await publish(1, 2)
  for (const { feed, heard } of feeds) {
    await feed.catchUp()
    expect(heard).toEqual([[2]])
  }
})

test.skipIf(isInFiles)(
  'a process that was away for longer than changes are kept is notified that anything may have changed',
  async () => {
    const { feeds, publish, advance } = await openFeeds(2)
    await publish(0, 1)
    await feeds[1]?.feed.catchUp()
    await publish(0, 2)
    advance(2 * 3_600_000_000)
    await publish(0, 3)
    await publish(0, 4)
    await feeds[1]?.feed.catchUp()
    expect(feeds[1]?.heard).toEqual([[1], null])
    await publish(0, 5)
    await feeds[1]?.feed.catchUp()
    expect(feeds[1]?.heard).toEqual([[1], null, [5]])
    expect(feeds[0]?.heard).toEqual([[1], [2], [3], [4], [5]])
  },
)

test.skipIf(isInFiles)(
  'a reader up to the newest change misses nothing, no matter how old that is',
  async () => {
    const { feeds, publish, advance } = await openFeeds(2)
    await publish(0, 1)
    await feeds[1]?.feed.catchUp()
    advance(2 * 3_600_000_000)
    await publish(0, 2)
    await feeds[1]?.feed.catchUp()
    expect(feeds[1]?.heard).toEqual([[1], [2]])
  },
)

test.skipIf(isInFiles)(
  'a process whose newest change the database has lost is notified, also after another change has its number',
  async () => {
    const { feeds, publish } = await openFeeds(2)
    const [first, second] = feeds
    if (first === undefined || second === undefined) throw new Error('there are two')
    const { db } = first.database
    await publish(0, 1)
    await second.feed.catchUp()
    await publish(0, 2)
    // A failover to a replica that was behind: the second process had not read the lost change.
    await db.deleteFrom('change_feed').where('content', '=', '[2]').execute()
    await sql`select setval('change_feed_id_seq', (select max(id) from change_feed))`.execute(db)
    await publish(1, 3)
    await first.feed.catchUp()
    expect([first.heard, second.heard]).toEqual([
      [[1], [2], null],
      [[1], [3]],
    ])
    await publish(1, 4)
    await first.feed.catchUp()
    expect(first.heard).toEqual([[1], [2], null, [4]])
  },
)

test.skipIf(isInFiles)('a content that is too long is published as any change of its kind', async () => {
  const { feeds, publish } = await openFeeds(2)
  await publish(0, ...Array.from({ length: 100_000 }, (_, id) => id))
  await feeds[1]?.feed.catchUp()
  expect(feeds[1]?.heard).toEqual([null])
})

test.skipIf(isInFiles)('a listener that fails keeps no other one from hearing', async () => {
  const { feeds, publish } = await openFeeds(1)
  const heard: unknown[] = []
  feeds[0]?.feed.on('fires', async () => {
    throw new Error('no')
  })
  const leave = feeds[0]?.feed.on('fires', content => void heard.push(content))
  await publish(0, 1)
  leave?.()
  await publish(0, 2)
  expect(heard).toEqual([[1]])
  expect(feeds[0]?.heard).toEqual([[1], [2]])
})

test.skipIf(isInFiles)('the database wakes the others; a lost connection is made again', async () => {
  const { feeds, publish } = await openFeeds(2)
  const [, other] = feeds
  if (other === undefined) throw new Error('there are two')
  onTestFinished(followFeed(other.feed, other.database, log))
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and query like 'listen%'`.execute(
      other.database.db,
    )
    return rows
  }
  await eventually(listeners).toHaveLength(1)
  await publish(0, 1)
  await eventually(() => other.heard).toEqual([[1]])
  const [{ pid } = { pid: 0 }] = await listeners()
  await sql`select pg_terminate_backend(${pid}::int)`.execute(other.database.db)
  await eventually(async () => (await listeners()).some(one => one.pid !== pid)).toBe(true)
  await publish(0, 2)
  await eventually(() => other.heard).toEqual([[1], [2]])
})

test.skipIf(inject('postgres') === undefined)('a change on one node is in force on another one', async () => {
  const folder = temporaryFolder()
  const [one, other] = [await openTemporaryMetadata({ folder }), await openTemporaryMetadata({ folder })]
  const { metadata: there } = other
  const heard = new Set<string>()
  there.triggers.onChange(() => heard.add('triggers'))
  there.silences.onChange(() => heard.add('silences'))
  there.notifications.onChange(() => heard.add('notifications'))
  there.ruleFiles.onChange(() => heard.add('rules'))
  there.widgetQueries.onChange(changed => heard.add(`dashboards ${changed?.dashboards}`))
  there.identity.onRevoked(({ user }) => heard.add(`user ${user}`))
  const { users, ruleFiles, notes, dashboards } = one.metadata
  const { id: userId } = await users.create({ username: 'ann' })
  await ruleFiles.save({ name: 'a.yaml', content: {}, isEnabled: true })
  const editor = { userId, managesDashboards: false, managesWidgets: false, check: () => {} }
  const [dashboard] = await dashboards.create(editor, [{ title: 'One' }])
  const note = await notes.create(userId, { id: 7, ts: 1 }, 'text')
  await there.feed.catchUp()
  expect(await there.notes.list(7)).toMatchObject([{ text: 'text' }])
  await notes.remove({ userId, managesQueries: false }, 7, note.id)
  await users.remove(userId)
  await there.feed.catchUp()
  expect(there.notes.changedSince(0)).toEqual([7, 7])
  expect((await there.notes.ofEvents([7])).size).toBe(0)
  expect(heard).toEqual(
    new Set([
      'rules',
      `dashboards ${dashboard?.id}`,
      'triggers',
      'silences',
      `user ${userId}`,
      'notifications',
    ]),
  )
})
