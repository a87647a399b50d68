import { expect, it } from 'vitest'
import { kernelDrops, parseKernelDrops } from './kernel-drops.ts'
import { plainAddress } from './networks.ts'

const table = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  443: 0100007F:158A 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 27110 2 0000000000000000 12
 1443: 00000000:158B 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 27111 2 0000000000000000 30
  444: 0200007F:158A 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 27113 2 0000000000000000 5
  500: 00000000:0202 0100007F:158A 07 00000000:00000000 00:00000000 00000000     0        0 27112 2 0000000000000000 99
`
const table6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 5514: 00000000000000000000000000000000:158A 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 28000 2 0000000000000000 7
 5515: B80D0120000000000000000005000000:158A 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 28001 2 0000000000000000 8
 5516: 000080FE000000000000000001000000:158A 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 28002 2 0000000000000000 9
 5517: 0000000000000000FFFF00000100007F:158A 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 28003 2 0000000000000000 10
`

it.each<[string, string, number, number]>([
  ['one address', '127.0.0.1', 5514, 12],
  ['all addresses', '0.0.0.0', 5515, 30],
  ['a port that another address has', '127.0.0.2', 5514, 5],
  ['a port that a peer has', '0.0.0.0', 514, 99],
  ['no such port', '127.0.0.1', 1, 0],
  ['no such address', '0.0.0.0', 5514, 0],
  ['all addresses of IPv6', '::', 5514, 7],
  ['an address of IPv6', '2001:db8::5', 5514, 8],
  ['an address with a zone', 'fe80::1%eth0', 5514, 9],
  ['an IPv4 address in IPv6', '::ffff:127.0.0.1', 5514, 10],
])('drops of %s', (_, host, port, drops) => {
  expect(parseKernelDrops([table, table6], [{ host, port }])).toEqual([drops])
})

it('reports each address in its order, 0 without a table', async () => {
  const bound = [
    { host: '0.0.0.0', port: 5515 },
    { host: '127.0.0.1', port: 5514 },
  ]
  expect([parseKernelDrops([table, ''], bound), parseKernelDrops(['', ''], bound)]).toEqual([
    [30, 12],
    [0, 0],
  ])
  expect(await kernelDrops([])).toEqual([])
})

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:c000:201', '::ffff:c000:201'],
  [undefined, ''],
])('%s is shown as %s', (address, shown) => {
  expect(plainAddress(address)).toBe(shown)
})
