import { once } from 'node:events'
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { LogPlace } from '../../schema/store/shared-log.ts'
import { eventually } from '../../testing/until.ts'
import { remainderBy } from '../nodes/remainders.ts'
import type { AppendLog } from './append-log.ts'
import * as statements from './statements.ts'
import { entriesAfter, file, nth, openPlace } from './testing/place.ts'

test('batches of all nodes are numbered in the order in which they begin; a file keeps its number', async () => {
  const { open } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  const start = await one.join(700)
  expect(start).toMatchObject({
    position: 0,
    token: null,
    joins: 1,
    highest: nth(0, 700),
    ownNumbers: 700,
    pending: [],
  })
  const { joins } = await other.join(650)
  expect(await one.begin([file(5), file(9)], joins, 0)).toEqual([
    { sequence: 5, batch: nth(1, 1) },
    { sequence: 9, batch: nth(2, 1) },
  ])
  expect(await other.begin([file(5)], joins, 0)).toEqual([{ sequence: 5, batch: nth(3, 2) }])
  await one.end([9])
  // Once more, as after a lost answer.
  await one.end([9])
  await other.abandon([5])
  const again = [file(5), { ...file(3), oldNumber: 3 }, { ...file(9), oldNumber: 9 }, file(10)]
  expect(await one.begin(again, joins, nth(20, 2))).toEqual([
    { sequence: 5, batch: nth(1, 1) },
    { sequence: 3, batch: 3 },
    { sequence: 9, batch: nth(2, 1) },
    { sequence: 10, batch: nth(21, 1) },
  ])
  expect(await entriesAfter(other, start)).toEqual([
    `begin ${nth(1, 1)} false body 5`,
    `begin ${nth(2, 1)} false body 9`,
    `begin ${nth(3, 2)} false body 5`,
    `end ${nth(2, 1)} false `,
    `abandon ${nth(3, 2)} false `,
    `begin ${nth(1, 1)} false body 5`,
    'begin 3 true body 3',
    `begin ${nth(2, 1)} true body 9`,
    `begin ${nth(21, 1)} false body 10`,
  ])
})

/**
 * A relay to the server. `reset` breaks all connections but the first. The server does not notice, as when a
 * network fails.
 */
async function openRelay() {
  const { port } = new URL(inject('postgresTls')?.address ?? '')
  const [accepted, all]: [Socket[], Socket[]] = [[], []]
  const server = createServer(socket => {
    const behind = connectSocket(Number(port), 'localhost')
    for (const end of [socket, behind]) end.on('error', () => {})
    socket.pipe(behind, { end: false })
    behind.pipe(socket)
    accepted.push(socket)
    all.push(socket, behind)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of all) socket.destroy()
    server.close()
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the relay has no port')
  const reset = () => {
    for (const socket of accepted.splice(1)) socket.resetAndDestroy()
  }
  return { port: bound.port, reset }
}

/** Holds the row of the state, as a long commit does; returns how to release it. */
async function holdState(query: (sql: string) => Promise<unknown>) {
  await query('begin')
  await query('select * from append_log_state for update')
  return () => query('commit')
}

const waitingWriters = `select pid from pg_stat_activity where datname = current_database()
  and wait_event_type = 'Lock' and query like '%append_batches%'`

test('a file that begins twice behind a locked row has one number', async () => {
  const { open, query, connect } = await openPlace()
  const log = await open(1)
  const start = await log.join(0)
  const other = await connect()
  const release = await holdState(sql => query(sql))
  const values = ['folder-1', [5], ['body 5'], [null], 1, 0, 'token', 1, [null]]
  const begins = [await connect(), await connect()].map(client => client.query(statements.begin.text, values))
  await eventually(async () => (await other.query(waitingWriters)).rowCount).toBe(2)
  await release()
  const given = (await Promise.all(begins)).flatMap(({ rows }) => rows.map(row => Number(row.batch)))
  const { rows } = await query('select batch from append_batches')
  expect([...given, ...rows.map(row => Number(row.batch))]).toEqual(Array(3).fill(given[0]))
  const line = `begin ${given[0]} false body 5`
  expect(await entriesAfter(log, start)).toEqual([line, line])
})

test('a statement of a lost connection does not run beside the next one, nor after it', async () => {
  const { open, query, connect } = await openPlace()
  const relay = await openRelay()
  const log = await open(1, relay.port)
  const start = await log.join(0)
  const other = await connect()
  const waiting = async () => (await other.query(waitingWriters)).rows.map(({ pid }) => pid)
  const release = await holdState(sql => query(sql))
  const lost = log.begin([file(5)], 1, 0)
  lost.catch(() => {})
  await eventually(async () => (await waiting()).length).toBe(1)
  const [first] = await waiting()
  // PostgreSQL does not notice, since the statement waits for a lock.
  relay.reset()
  await expect(lost).rejects.toMatchObject({ code: 'metadata_unavailable' })
  const begun = log.begin([file(5)], 1, 0)
  await eventually(async () => (await waiting()).filter(pid => pid !== first).length).toBe(1)
  expect(await waiting()).not.toContain(first)
  await release()
  expect(await begun).toEqual([{ sequence: 5, batch: nth(1, 1) }])
  await log.end([5])
  expect(await entriesAfter(log, start)).toEqual([
    `begin ${nth(1, 1)} false body 5`,
    `end ${nth(1, 1)} false `,
  ])
})

test('a file ends with the number of its rows, and the log abandons any other', async () => {
  const { open, query } = await openPlace()
  const log = await open(1)
  const start = await log.join(0)
  const [one, other, lost] = [nth(1, 1), nth(2, 1), nth(7, 1)]
  await log.begin([file(5), file(6)], 1, 0)
  // An earlier version left such a row when it had begun a file twice.
  await query(`update append_batches set batch = 77 where sequence = 5`)
  const numbers = new Map([[5, one]]).set(6, lost)
  await log.end([5, 6], numbers)
  const again = [{ ...file(6), number: lost }]
  expect(await log.begin(again, 1, 0)).toEqual([{ sequence: 6, batch: lost }])
  await log.end([6], new Map([[6, lost]]))
  expect(await log.begin([file(6)], 1, 0)).toEqual([{ sequence: 6, batch: lost }])
  expect(await entriesAfter(log, start)).toEqual([
    `begin ${one} false body 5`,
    `begin ${other} false body 6`,
    'abandon 77 false ',
    `end ${one} false `,
    `abandon ${other} false `,
    `begin ${lost} true body 6`,
    `end ${lost} false `,
    `begin ${lost} true body 6`,
  ])
})

test('batches of a removed node are abandoned once none of its statements can run', async () => {
  const { open, query } = await openPlace()
  const [one, other, third] = [await open(1), await open(2), await open(3)]
  const start = await one.join(0)
  for (const log of [one, other, third]) await log.begin([file(5), file(6)], 1, 0)
  await other.end([5])
  const seen = (id: number, minutes: number, removedAt: number | null) =>
    query(`insert into nodes (name, folder, created_at, removed_at, seen_at) values ('node-${id}', 'folder-${id}', 0,
      ${removedAt}, extract(epoch from now() - interval '${minutes} minutes') * 1000000)`)
  await seen(1, 60, null)
  await seen(2, 11, 1)
  // Was seen nine minutes ago, so its statements may still run.
  await seen(3, 9, 1)
  await one.abandonRemoved()
  await one.abandonRemoved()
  const lost = nth(4, 2)
  expect((await entriesAfter(one, start))?.slice(6)).toEqual([
    `end ${nth(3, 2)} false `,
    `abandon ${lost} false `,
    // Rows of the batch may be readable, with names that no node knows.
    `forget ${lost} false `,
  ])
  expect((await one.join(0)).pending.map(({ batch }) => batch)).not.toContain(lost)
  // The removed node starts again after all.
  expect(await other.begin([file(6)], 2, 0)).toEqual([{ sequence: 6, batch: lost }])
})

test('a number is given once, whatever the log has lost', async () => {
  const { open, query } = await openPlace()
  const given: number[] = []
  const begin = async (log: AppendLog, sequence: number, highest = 0) => {
    const numbered = (await log.begin([file(sequence)], joins, highest)) ?? []
    given.push(...numbered.map(({ batch }) => batch))
  }
  let [one, other] = [await open(1), await open(2)]
  await one.join(700)
  let { joins } = await other.join(700)
  const { rows } = await query('select * from append_log_state')
  const [{ batch, position, own_numbers }] = rows
  /** Resets the log to its state before the first batch. */
  const lose = async () => {
    await query('delete from append_log; delete from append_batches; delete from append_log_state')
    await query(`insert into append_log_state (name, position, batch, joins, own_numbers, is_current)
      values ('events', ${position}, ${batch}, ${joins}, ${own_numbers}, 0)`)
  }
  await begin(one, 1)
  await begin(one, 2)
  await lose()
  await begin(other, 1)
  await begin(other, 2)
  // A node reports the highest number that it knows.
  await begin(one, 3, given[1])
  await lose()
  // A restarted node knows the numbers in the table, which lacks the second batch of the other node.
  await Promise.all([one.close(), other.close()])
  ;[one, other] = [await open(1), await open(2)]
  joins = (await one.join(given[2] ?? 0)).joins
  joins = (await other.join(given[2] ?? 0)).joins
  await begin(other, 4)
  await begin(one, 4)
  await lose()
  // The number of a file that begins again stays below later numbers.
  await one.begin([{ ...file(9), number: given.at(-1) ?? 0 }], joins, 0)
  await begin(other, 5)
  expect([given.length, new Set(given).size]).toEqual([8, 8])
  expect(given.at(-1)).toBe(Math.max(...given))
})

test('a joining node knows what has begun and not ended; a node that began before that reads first', async () => {
  const { open } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  const { joins } = await one.join(0)
  await one.begin([file(5), file(6)], joins, 0)
  await one.end([6])
  const start = await other.join(0)
  const pending = { batch: nth(1, 1), isRepeated: false, body: 'body 5' }
  expect(start.pending).toEqual([{ ...pending, sequence: undefined }])
  expect((await one.join(0)).pending).toEqual([{ ...pending, sequence: 5 }])
  expect(await one.begin([file(7)], joins, 0)).toBeUndefined()
  const news = await one.read(start)
  expect(news).toMatchObject({ joins: 3, entries: [], hasMore: false })
  expect(await one.begin([file(7)], 3, 0)).toEqual([{ sequence: 7, batch: nth(3, 1) }])
  expect(await entriesAfter(other, start)).toEqual([`begin ${nth(3, 1)} false body 7`])
})

test('entries are read in parts, and what is not certain to follow is not read', async () => {
  const { open, query } = await openPlace()
  const log = await open(1)
  const start = await log.join(0)
  const many = Array.from({ length: 1_500 }, (_, index) => file(index + 1, ''))
  await log.begin(many, 1, 0)
  const first = await log.read(start)
  expect([first?.entries.length, first?.hasMore, first?.position]).toEqual([1_000, true, 1_000])
  const second = await log.read(first ?? start)
  expect([second?.entries.length, second?.hasMore, second?.position]).toEqual([500, false, 1_500])
  const known = second ?? start
  expect(await log.read(known)).toMatchObject({ position: 1_500, entries: [] })
  // The log was restored to an earlier state, from which other nodes continued.
  await query(`update append_log set token = 'other' where position = 1500`)
  expect(await log.read(known)).toBeUndefined()
  await query('delete from append_log where position < 900')
  expect([await log.read(start), (await log.read(first ?? start))?.entries.length]).toEqual([undefined, 500])
  await query('delete from append_log where position > 1200')
  expect([await log.read(known), (await log.read(first ?? start))?.entries.length]).toEqual([undefined, 200])
  await query('delete from append_log_state')
  expect([await log.read(known), await log.begin([file(1)], 1, 0)]).toEqual([undefined, undefined])
})

test('nodes that append at the same time have one order without gaps', async () => {
  const { open } = await openPlace()
  const logs = await Promise.all([1, 2, 3].map(id => open(id)))
  const starts: LogPlace[] = []
  for (const log of logs) starts.push(await log.join(0))
  const append = async (log: AppendLog, from: number) => {
    for (let sequence = from; sequence < from + 40; sequence += 2) {
      await log.begin([file(sequence), file(sequence + 1)], 3, 0)
      await log.end([sequence, sequence + 1])
    }
  }
  await Promise.all(logs.flatMap(log => [append(log, 1), append(log, 101)]))
  const seen = await Promise.all(
    logs.map(async (log, node) => await entriesAfter(log, starts[node] ?? { position: 0, token: null })),
  )
  expect(seen[0]?.length).toBe(3 * 2 * 40 * 2)
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
  const numbers = seen[0]?.filter(line => line.startsWith('begin')).map(line => Number(line.split(' ')[1]))
  const places = numbers?.map(number => Math.floor((number - nth(0, 0)) / remainderBy))
  expect(places).toEqual(Array.from({ length: 240 }, (_, index) => index + 1))
})

test('others hear of ends and drops, and of one place at a time only one is run', async () => {
  const { open, query } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  const start = await other.join(0)
  let heard = false
  other.listen(() => {
    heard = true
  })
  let own = false
  one.listen(() => {
    own = true
  })
  await one.begin([file(1)], 1, 0)
  await one.end([1])
  await eventually(() => heard).toBe(true)
  heard = false
  await query('update append_log set notified_at = 0')
  await one.drop('a day')
  await eventually(() => [heard, own]).toEqual([true, true])
  expect(await entriesAfter(other, start)).toEqual([
    `begin ${nth(1, 1)} false body 1`,
    `end ${nth(1, 1)} false `,
    'drop 0 false a day',
  ])
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const runs = [
    one.exclusively('retention', async () => {
      begun.resolve()
      await first.promise
      order.push('one')
    }),
    begun.promise.then(() => other.exclusively('retention', async () => void order.push('other'))),
  ]
  await begun.promise
  await other.exclusively('migration', async () => void order.push('migration'))
  first.resolve()
  await Promise.all(runs)
  expect(order).toEqual(['migration', 'one', 'other'])
})

test('a process that runs something alone can ask whether that is so still', async () => {
  const { open, query } = await openPlace()
  const [one, other] = [await open(1), await open(2)]
  const ended = one.exclusively('retention', async check => {
    await check()
    await query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 52749 and granted",
    )
    await other.exclusively('retention', check => check())
    await check()
  })
  await expect(ended).rejects.toMatchObject({ code: 'metadata_unavailable' })
})

test('a lost connection is made again, and reported as an outage once', async () => {
  const { open, query } = await openPlace()
  const log = await open(1)
  const start = await log.join(0)
  await log.begin([file(1)], 1, 0)
  // Waits for their ends: until then the node's lock is taken.
  await query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and application_name = 'millrace'",
  )
  const outcomes = await Promise.allSettled([log.read(start), log.end([1])])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'metadata_unavailable' })
  await log.end([1])
  expect(await entriesAfter(log, start)).toEqual([
    `begin ${nth(1, 1)} false body 1`,
    `end ${nth(1, 1)} false `,
  ])
})
