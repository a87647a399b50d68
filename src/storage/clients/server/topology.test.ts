import { expect, onTestFinished, test, vi } from 'vitest'
import { connections } from './runner.ts'
import { Server } from './server.ts'
import { Topology } from './topology.ts'

/**
 * Servers of the cluster `logs`, by default a shard each; the first has its place, the others have not
 * answered.
 */
async function topologyOf(hosts: readonly string[], placeOf = (j: number) => [j + 1, 1]) {
  const servers = hosts.map((host, i) => {
    const name = `${host}:${8_123 + i}`
    const address = { url: `http://${name}`, name, username: 'default', password: '' }
    const server = new Server({ address, owner: undefined, isReplicated: false, log: () => {} }, connections)
    const rows = hosts.map((other, j) => [...placeOf(j), 1, other, 9_000 + j, Number(i === j)])
    rows.sort(([a, b], [c, d]) => Number(a) - Number(c) || Number(b) - Number(d))
    vi.spyOn(server, 'select').mockResolvedValue(rows)
    onTestFinished(() => server.close())
    return server
  })
  const [first] = servers
  const topology = new Topology(servers, 'logs')
  if (first !== undefined) await topology.locate(first)
  return { topology, servers }
}

const numbersOf = ({ shards }: Topology) =>
  shards.map(({ number, servers }) => [number, ...servers.map(({ name }) => name)])

test('servers that have not answered get the places of their hosts, and keep them when they answer', async () => {
  const { topology, servers } = await topologyOf(['a', 'c', 'b'])
  expect(topology.assumePlaces()).toBe(true)
  const expected = [
    [1, 'a:8123'],
    [2, 'c:8124'],
    [3, 'b:8125'],
  ]
  expect(numbersOf(topology)).toEqual(expected)
  for (const server of servers) await topology.locate(server)
  expect(numbersOf(topology)).toEqual(expected)
})

test('replicas of one shard that have not answered belong to it, and exchange places when they answer', async () => {
  // The configuration has the replicas in another order than the addresses.
  const places = [
    [1, 1],
    [2, 2],
    [2, 1],
  ]
  const { topology, servers } = await topologyOf(['a', 'b', 'b'], j => places[j] ?? [])
  expect(topology.assumePlaces()).toBe(true)
  const shards = () => numbersOf(topology).map(([number, ...names]) => [number, ...names.toSorted()])
  const expected = [
    [1, 'a:8123'],
    [2, 'b:8124', 'b:8125'],
  ]
  expect(shards()).toEqual(expected)
  for (const server of servers.toReversed()) {
    await topology.locate(server)
    expect(shards()).toEqual(expected)
  }
  expect(servers.map(server => topology.addressOf(server))).toEqual(['a:9000', 'b:9001', 'b:9002'])
})

test('a place that is not certain is not given', async () => {
  const two = await topologyOf(['a', 'a'])
  expect(two.topology.assumePlaces()).toBe(true)
  const three = await topologyOf(['a', 'b', 'b'])
  expect(three.topology.assumePlaces()).toBe(false)
  expect(numbersOf(three.topology)).toEqual([[1, 'a:8123'], [2], [3]])
  const { servers } = await topologyOf(['a', 'b'])
  const first = servers.slice(0, 1)
  const short = new Topology(first, 'logs')
  for (const server of first) await short.locate(server)
  expect(short.assumePlaces()).toBe(false)
})
