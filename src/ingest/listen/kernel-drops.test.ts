import { expect, it } from 'vitest'
import { plainAddress } from './address.ts'
import { dropsIn, kernelDrops } from './kernel-drops.ts'

const table = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  443: 0100007F:158A 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 27110 2 0000000000000000 12
 1443: 00000000:158B 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 27111 2 0000000000000000 30
  500: 00000000:0202 0100007F:158A 07 00000000:00000000 00:00000000 00000000     0        0 27112 2 0000000000000000 99
`
const table6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 5514: 00000000000000000000000000000000:158A 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 28000 2 0000000000000000 7
`

it.each<[string, string, number[], number]>([
  ['one port', table, [5514], 12],
  ['two ports', table, [5514, 5515], 42],
  ['a local port, not a peer', table, [514, 5514], 111],
  ['no such port', table, [1], 0],
  ['IPv6', table6, [5514], 7],
  ['nothing', '', [5514], 0],
])('drops of %s', (_, text, ports, drops) => {
  expect(dropsIn(text, new Set(ports))).toBe(drops)
})

it('asks for nothing without ports', async () => {
  expect(await kernelDrops(new Set())).toBe(0)
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
