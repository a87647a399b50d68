import { describe, expect, test } from 'vitest'
import { isNetwork, Networks } from './networks.ts'

describe('membership', () => {
  const cases: [networks: string[], address: string, isIn: boolean][] = [
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['192.0.2.7'], '::ffff:192.0.2.7', true],
    [['192.0.2.0/24'], '192.0.2.255', true],
    [['192.0.2.0/24'], '192.0.3.0', false],
    [['192.0.2.99/24'], '192.0.2.1', true],
    [['192.0.2.0/25'], '192.0.2.128', false],
    [['0.0.0.0/0'], '203.0.113.1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::ffff:192.0.2.7'], '192.0.2.7', true],
    [['::ffff:192.0.2.0/120'], '192.0.2.200', true],
    [['::ffff:192.0.2.0/120'], '192.0.3.1', false],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:DB8::7'], '2001:db8:0:0:0:0:0:7', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['::1'], '::1', true],
    [['::1'], '127.0.0.1', false],
    [['10.0.0.0/8', '2001:db8::/32'], '10.1.2.3', true],
    [['10.0.0.0/8'], '', false],
    [['0.0.0.0/0', '::/0'], '', false],
    [['0.0.0.0/0', '::/0'], 'nonsense', false],
  ]
  test.each(cases)('%s has %s: %s', (networks, address, isIn) => {
    expect(new Networks(networks).has(address)).toBe(isIn)
  })
})

test.each([
  '',
  'example.com',
  '192.0.2',
  '192.0.2.0/33',
  '192.0.2.0/',
  '192.0.2.0/24/8',
  '192.0.2.0/ 8',
  '2001:db8::/129',
  'fe80::1%eth0',
  '192.0.2.0/255.255.255.0',
  7,
  null,
])('%s is no network', value => {
  expect(isNetwork(value)).toBe(false)
})

test('an invalid network is named', () => {
  expect(() => new Networks(['10.0.0.0/8', 'everybody'])).toThrow('everybody is no address or network')
})
