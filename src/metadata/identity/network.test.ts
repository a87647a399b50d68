import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:9:a:b:c', '2001:db8:0:0::/64'],
  ['2001:db8:0001:2:3::', '2001:db8:1:2::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ['1:2:3::192.0.2.7', '1:2:3:0::/64'],
  ['::2:3:4:5:192.0.2.7', '0:0:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['not an address', 'not an address'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
