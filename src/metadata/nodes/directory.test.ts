import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { eventually } from '../../testing/until.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { NodeDirectory } from './directory.ts'
import { isRunning } from './nodes.ts'

test('nodes know where the others are that run, and what each has counted', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { nodes, db } = metadata
  const open = async (folder: string) => {
    const self = await nodes.claim(folder, folder)
    const counters = async () => JSON.stringify({ received: self.id })
    const clockSkewMs = () => -1_000 * self.id
    return new NodeDirectory({ nodes, self, version: '1.2.3', counters, clockSkewMs, log: openLog('silent') })
  }
  const [one, other] = [await open('one'), await open('other')]
  onTestFinished(() => one.close())
  const find = () => one.find(other.self.id)
  expect(await find()).toBeUndefined()
  await one.start('http://one:8080')
  await other.start('http://other:8080')
  await eventually(find).toEqual({ id: other.self.id, name: 'other', url: 'http://other:8080' })
  // Beats read no counters.
  expect(one.others.map(({ counters }) => counters)).toEqual([null])
  await one.refresh()
  expect(one.others).toMatchObject([
    {
      name: 'other',
      version: '1.2.3',
      counters: JSON.stringify({ received: other.self.id }),
      clockSkewMs: -1_000 * other.self.id,
    },
  ])
  expect([one.isFirst, other.isFirst]).toEqual([true, false])
  await other.close()
  await one.refresh()
  expect(await find()).toBeUndefined()
  expect(one.others).toMatchObject([{ name: 'other', url: null }])
  // A killed node has not reported its end.
  const killed = await nodes.claim('killed', 'killed')
  await nodes.markSeen(killed.id, {
    url: 'http://killed:8080',
    counters: null,
    version: '1.2.3',
    clockSkewMs: null,
  })
  await db
    .updateTable('nodes')
    .set(eb => ({ seen_at: eb('seen_at', '-', 11_000_000) }))
    .where('id', '=', killed.id)
    .execute()
  await one.refresh()
  expect(await one.find(killed.id)).toBeUndefined()
})

test('a node knows for how long it could not ask the database', async () => {
  let now = 0
  let isAway = false
  const nodes = {
    markSeen: async () => {},
    list: async () => {
      if (isAway) throw new Error('PostgreSQL is away')
      return []
    },
  }
  const directory = new NodeDirectory({
    ...{ nodes, self: { id: 1, name: 'one' }, version: '1', counters: async () => '{}' },
    ...{ clockSkewMs: () => 0, log: openLog('silent'), monotonic: () => now },
  })
  await directory.refresh()
  now = 2_000
  await directory.refresh()
  expect(directory.lastGap).toBeUndefined()
  isAway = true
  now = 400_000
  await expect(directory.refresh()).rejects.toThrow('PostgreSQL is away')
  isAway = false
  now = 502_000
  await directory.refresh()
  now = 512_000
  await directory.refresh()
  expect(directory.lastGap).toEqual({ seconds: 500, endedAgoSeconds: 10 })
})

test.each<[string | null, number | null, boolean]>([
  ['http://a', 0, true],
  ['http://a', 10, true],
  ['http://a', 10.1, false],
  ['http://a', null, false],
  [null, 0, false],
])('a node at %s that was seen %s s ago: %s', (url, age, expected) => {
  expect(isRunning({ url, ageSeconds: age })).toBe(expected)
})

test('of the nodes that run the one with the lowest id is the first', async () => {
  const { nodes } = (await openTemporaryMetadata()).metadata
  const open = async (folder: string) => {
    const self = await nodes.claim(folder, folder)
    const deps = { nodes, self, version: '1', counters: async () => '', clockSkewMs: () => 0 }
    return new NodeDirectory({ ...deps, log: openLog('silent') })
  }
  const [one, other] = [await open('one'), await open('other')]
  onTestFinished(() => other.close())
  // Nothing is known yet.
  expect([one.isFirst, other.isFirst]).toEqual([true, true])
  await other.start('http://other:8080')
  expect(other.isFirst).toBe(true)
  await one.start('http://one:8080')
  await other.refresh()
  expect([one.isFirst, other.isFirst]).toEqual([true, false])
  await one.close()
  await other.refresh()
  expect(other.isFirst).toBe(true)
})
