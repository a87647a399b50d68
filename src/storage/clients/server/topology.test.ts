import { expect, onTestFinished, test, vi } from 'vitest'
import { connections } from './runner.ts'
import { Server } from './server.ts'
import { Topology } from './topology.ts'

/** Servers of the cluster `logs`, a shard each; the first has its place, the others have not answered. */
async function topologyOf(hosts: readonly string[]) {
  const servers = hosts.map((host, i) => {
    const name = `${host}:${8_123 + i}`
    const address = { url: `http://${name}`, name, username: 'default', password: '' }
    const server = new Server({ address, owner: undefined, isReplicated: false, log: () => {} }, connections)
    const rows = hosts.map((other, j) => [j + 1, 1, 1, other, 9_000 + j, Number(i === j)])
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
