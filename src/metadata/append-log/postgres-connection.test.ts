import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientConfig } from '../postgres/open.ts'
import { readAddress } from '../postgres/options.ts'
import { openFakePostgres } from '../testing/fake-postgres.ts'
import { postgresOf } from '../testing/postgres.ts'
import { temporaryFolder } from '../testing/temporary.ts'
import { PostgresConnection, type Statement } from './postgres-connection.ts'

async function openConnection() {
  const postgres = await postgresOf(temporaryFolder())
  if (postgres === undefined) throw new Error('there is no PostgreSQL')
  const config = clientConfig(readAddress(postgres), { waitMs: 10_000, statementMs: 10_000 })
  const connection = new PostgresConnection(config, { warn: () => {} })
  onTestFinished(() => connection.close())
  return connection
}

const echo: Statement = { name: 'echo', text: 'select $1::int as number' }
const divide: Statement = { name: 'divide', text: 'select 1 / $1::int as number' }
const end: Statement = { name: 'end', text: 'select pg_terminate_backend(pg_backend_pid())' }

/** The highest number of statements that a client had at once. */
function countStatements(): () => number {
  const { query } = pg.Client.prototype
  let [running, most] = [0, 0]
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args) {
    most = Math.max(most, ++running)
    try {
      return await Reflect.apply(query, this, args)
    } finally {
      running--
    }
  })
  return () => most
}

test('statements run in the order of the calls, one at a time', async () => {
  const connection = await openConnection()
  const most = countStatements()
  const ended: number[] = []
  await Promise.all(
    [1, 2, 3].map(async number => {
      expect(await connection.run(echo, [number])).toEqual([{ number }])
      ended.push(number)
    }),
  )
  expect([ended, most()]).toEqual([[1, 2, 3], 1])
})

test('a failed statement leaves the connection to the waiting ones', async () => {
  const connection = await openConnection()
  const [failed, next] = await Promise.allSettled([connection.run(divide, [0]), connection.run(echo, [2])])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
  expect(next).toEqual({ status: 'fulfilled', value: [{ number: 2 }] })
})

test('waiting statements fail with their connection, and the next call opens another', async () => {
  const connection = await openConnection()
  const outcomes = await Promise.allSettled([connection.run(end), connection.run(echo, [2])])
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'metadata_unavailable' } })
  expect(await connection.run(echo, [3])).toEqual([{ number: 3 }])
})

test('a statement connects again after a server had no free connection for the one before', async () => {
  const { url, startups, refuse } = await openFakePostgres()
  const config = clientConfig(readAddress({ url, ca: undefined }), { waitMs: 10_000, statementMs: 10_000 })
  const connection = new PostgresConnection(config, { warn: () => {} })
  onTestFinished(() => connection.close())
  refuse('53300')
  for (let attempts = 1; attempts <= 2; attempts++) {
    await expect(connection.run(echo, [1])).rejects.toMatchObject({ code: 'metadata_unavailable' })
    expect(startups).toHaveLength(attempts)
  }
  refuse(undefined)
  expect(await connection.run(echo, [1])).toEqual([])
})

test('a statement connects again after the preparation of a connection failed', async () => {
  const { url, startups } = await openFakePostgres()
  const config = clientConfig(readAddress({ url, ca: undefined }), { waitMs: 10_000, statementMs: 10_000 })
  // As the lock of a writer that another connection of the node still holds.
  const taken = new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error')
  taken.code = '55P03'
  const opened = vi.fn<() => Promise<void>>().mockRejectedValueOnce(taken).mockResolvedValue(undefined)
  const connection = new PostgresConnection(config, { warn: () => {}, opened })
  onTestFinished(() => connection.close())
  await expect(connection.run(echo, [1])).rejects.toMatchObject({ code: 'metadata_unavailable' })
  expect(await connection.run(echo, [1])).toEqual([])
  expect(startups).toHaveLength(2)
})
