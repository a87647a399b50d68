import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import type { Read } from '../contract/event-store.ts'
import type { CopyEnds } from '../store/copy/copy-day.ts'
import { copyRest, copyWholeDay, planCopy, verifyDay } from '../store/copy/copy-events.ts'
import { openEmbeddedStore } from '../store/embedded/open.ts'
import { openServerStore, type ServerStore, type ServersOptions } from '../store/server/open.ts'
import { openCopy } from '../store/server/open-copy.ts'
import { emptyTables, type TestServer } from './clickhouse-server.ts'
import { ordinary, rowsOf, spoolFile } from './spool-file.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const midnight = 1_767_312_000
const day = 86_400
const options = { window: 60, retentionDays: 100_000 }
const allRows = `SELECT count(), uniqExact(id, ts, batch, repeat) FROM millrace.events`

/** The replicas of a shard, or its one server. */
type Replicas = readonly [TestServer, ...TestServer[]]
type Settings = Pick<ServersOptions, 'isReplicated' | 'quorum'>

/** A folder with three days, and a Millrace on the empty servers, to which the tests attach the days. */
export interface CopySuite {
  /** Chunks of 20 rows: five in all. */
  readonly ends: CopyEnds
  readonly store: ServerStore
  /** Log lines of the store. */
  readonly said: string[]
  copyDays(which?: (index: number) => boolean): Promise<void>
  /** Resolves when the store has all rows of the folder, exactly once. */
  expectWhole(): Promise<void>
}

/** Tests of a copy to two shards. */
export async function copySuite(
  shards: readonly [Replicas, Replicas],
  settings: Settings = {},
): Promise<CopySuite> {
  const servers = shards.flat()
  const [firstAddress, ...otherAddresses] = servers.map(({ address }) => address)
  if (firstAddress === undefined) throw new RangeError('there is no server')
  const target = { addresses: [firstAddress, ...otherAddresses] as const, cluster: 'millrace', ...settings }

  const batchOf = (from: number, to: number, second: number) =>
    spoolFile(
      Array.from({ length: to - from }, (_, index) => {
        const occurrences = [second + index, second + index + 1].map(at => at * 1_000_000)
        return rowsOf({ ...ordinary, id: from + index, occurrences, message: `event ${index}`, tags: {} })
      }).flat(),
    )
  // Two of its days are in the folder, and the file is still in the spool.
  const late = batchOf(1, 21, midnight - 10)
  const repeated = { ...late, repeated: true }
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-copy-'))
  const old = await openEmbeddedStore({ ...options, folder, log: () => {} })
  await old.append(batchOf(31, 61, midnight - day + 100), late, batchOf(61, 91, midnight + day + 100))
  await old.figures.append([{ second: midnight, kind: 'System_CPU', series: '', values: [1, 2] }], false)
  await old.close()
  const opened = await openCopy({
    ...target,
    folder,
    memory: 900_000_000,
    log: () => {},
    signal: read.signal,
  })
  const ends: CopyEnds = { ...opened, maxChunkRows: 20 }

  let store: ServerStore
  const said: string[] = []
  const log = (message: string) => said.push(message)
  beforeEach(async () => {
    await store?.close()
    await Promise.all(shards.map(emptyTables))
    said.length = 0
    store = await openServerStore({ ...options, ...target, owner: 'tests', log })
    await store.attachDays.stop()
  })
  afterAll(async () => {
    await store.close()
    await opened[Symbol.asyncDispose]()
    await Promise.all(servers.map(server => server.kill()))
  })

  const expectWhole = async () =>
    expect(await store.client.select(allRows, read)).toEqual(await ends.source.select(allRows, read))
  const copyDays = async (which: (index: number) => boolean = () => true) => {
    await copyRest(ends)
    for (const [index, { day, state }] of (await planCopy(ends, 0)).entries())
      if (state === 'missing' && which(index)) await copyWholeDay(ends, day)
  }
  /** Days in a server's own rows. */
  const daysOf = (server: TestServer) =>
    server.query('SELECT arraySort(groupUniqArray(toYYYYMMDD(sec))) FROM millrace.events_local')
  const staged = (server: TestServer) => server.query('SELECT count() FROM millrace.events_copy_local')

  test('days are spread over shards, each whole on all replicas, and every server answers for all', async () => {
    await copyDays()
    await store.attachDays.tick()
    const days = shards.map(async replicas => {
      const [own, ...others] = await Promise.all(replicas.map(daysOf))
      expect(others).toEqual(others.map(() => own))
      return own
    })
    expect((await Promise.all(days)).sort()).toEqual(['[20260101,20260103]', '[20260102]'])
    for (const { day, state } of await planCopy(ends, 0)) {
      expect(state).toBe('attached')
      await verifyDay(ends, day)
    }
    const [wanted] = await ends.source.select(allRows, read)
    for (const server of servers)
      expect((await server.query(allRows)).split('\t').map(Number)).toEqual(wanted)
    expect(await store.client.select('SELECT count() FROM millrace.figures', read)).toEqual([[1]])
    for (const server of servers) await eventually(() => staged(server)).toBe('0')
    expect(said.filter(message => message.includes('waits'))).toEqual([])
  })

  test('a batch of two days on two shards that the spool delivers again is there once', async () => {
    await copyDays()
    await store.attachDays.tick()
    await store.append(repeated)
    await expectWhole()
  })

  test('days of a batch that the spool has delivered to one shard move to those of their copies', async () => {
    await store.append(repeated)
    await copyDays()
    await store.attachDays.tick()
    expect((await planCopy(ends, 0)).map(({ state }) => state)).toEqual(Array(3).fill('attached'))
    await expectWhole()
  })

  test('a batch that the spool delivers between its days is there once', async () => {
    await copyDays(index => index === 1)
    await store.attachDays.tick()
    await store.append(repeated)
    await copyDays()
    await store.attachDays.tick()
    await store.append(repeated)
    await expectWhole()
  })

  test('a copy goes on in the shard where it began', async () => {
    let chunks = 0
    const insert: CopyEnds['insert'] = async (shard, sql, rows) => {
      if (chunks++ === 1) throw new Error('killed')
      await ends.insert(shard, sql, rows)
    }
    const [newest] = await planCopy(ends, 0)
    await expect(copyWholeDay({ ...ends, insert }, newest?.day ?? '')).rejects.toThrow('killed')
    // The weights have changed since.
    for (const weights of [
      [0, 1],
      [1, 0],
    ])
      await copyWholeDay({ ...ends, weights }, newest?.day ?? '')
    const rows = shards.map(async replicas => (await Promise.all(replicas.map(staged))).join())
    const whole = shards[0].map(() => '60').join()
    expect((await Promise.all(rows)).sort()).toEqual([whole.replaceAll('60', '0'), whole])
    await store.attachDays.tick()
    expect(await planCopy(ends, 0)).toMatchObject([{ state: 'attached' }, {}, {}])
    await verifyDay(ends, newest?.day ?? '')
  })

  return {
    ends,
    said,
    copyDays,
    expectWhole,
    get store() {
      return store
    },
  }
}
