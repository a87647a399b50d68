import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { eventually } from '../../testing/until.ts'
import { maxProxyHeaderBytes, type ProxyHeader, readProxyHeader } from './receive-proxy-header.ts'
import { TestListeners } from './testing/test-listeners.ts'

let opened: TestListeners
beforeEach(() => {
  opened = new TestListeners()
})
afterEach(() => opened.close())

const received = (events: number) => eventually(async () => (await opened.counters()).received).toBe(events)

const line = 'PROXY TCP6 2001:db8::7 2001:db8::1 40000 5514\r\n'

it('has the sender of the header, whatever comes with it in one piece', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'] }])
  await opened.send(`${line}<13>app: at once\n`)
  const slow = await opened.connect()
  slow.setNoDelay(true)
  for (const character of `${line}<13>app: bit by bit\n`) {
    await new Promise(resolve => slow.write(character, resolve))
  }
  slow.end()
  await received(2)
  const rows = await opened.rows()
  expect(rows.map(({ host, message }) => [message, host]).sort()).toEqual([
    ['at once', '2001:db8::7'],
    ['bit by bit', '2001:db8::7'],
  ])
})

it('has the proxy itself where it speaks for itself', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'] }])
  await opened.send('PROXY UNKNOWN\r\n<13>app: checking\n')
  await received(1)
  expect((await opened.rows())[0]).toMatchObject({ host: '127.0.0.1' })
})

it('ends connections without a header', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'] }])
  await opened.send('<13>app: no header\n')
  await opened.send('PROXY TCP4 127.0.0.1')
  await eventually(async () => (await opened.counters()).turnedAway.proxy_header).toBe(2)
  expect((await opened.counters()).connections).toBe(0)
  expect(await opened.messages()).toEqual([])
})

it('believes only the proxies, and holds the list of senders to what they say', async () => {
  await opened.listen([{ kind: 'syslog-tcp', trustedProxies: ['10.0.0.1'] }])
  await opened.send(`${line}<13>app: forged\n`)
  expect((await opened.counters()).turnedAway).toEqual({ proxy_header: 1 })
  await opened.close()
  opened = await new TestListeners().listen([
    { kind: 'syslog-tcp', trustedProxies: ['127.0.0.1'], allow: ['127.0.0.1'] },
  ])
  await opened.send(`${line}<13>app: not on the list\n`)
  expect((await opened.counters()).turnedAway).toEqual({ not_allowed: 1 })
  expect(await opened.messages()).toEqual([])
})

const signature = '0d0a0d0a000d0a515549540a'
const v4 = 'cb007107c0000201ea600016'
const v6 = '20010db8000000000000000000000007 20010db8000000000000000000000001 ea60 0016'.replaceAll(' ', '')

/**
 * A header of version 2: version and command, family and protocol, its addresses and the bytes after them, as
 * hex.
 */
function binary(command: string, protocol: string, content: string): Buffer {
  const size = (content.length / 2).toString(16).padStart(4, '0')
  return Buffer.from(`${signature}${command}${protocol}${size}${content}`, 'hex')
}

const text = (line: string): Buffer => Buffer.from(line, 'latin1')

describe('headers', () => {
  const cases: [name: string, bytes: Buffer, sender: string | 'bad'][] = [
    ['v1 TCP4', text('PROXY TCP4 203.0.113.7 192.0.2.1 60000 22\r\n'), '203.0.113.7'],
    ['v1 TCP6', text('PROXY TCP6 2001:db8::7 2001:db8::1 60000 22\r\n'), '2001:db8::7'],
    [
      'v1 TCP6 with an IPv4 address in it',
      text('PROXY TCP6 ::ffff:203.0.113.7 ::1 60000 22\r\n'),
      '203.0.113.7',
    ],
    ['v1 UNKNOWN', text('PROXY UNKNOWN\r\n'), ''],
    ['v1 UNKNOWN with addresses', text('PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n'), ''],
    ['v1 without CR', text(`PROXY TCP4 203.0.113.7 192.0.2.1 60000 22\n${' '.repeat(107)}`), 'bad'],
    [
      'v1 of another family than its addresses',
      text('PROXY TCP4 2001:db8::7 2001:db8::1 60000 22\r\n'),
      'bad',
    ],
    ['v1 without a destination', text('PROXY TCP4 203.0.113.7\r\n'), 'bad'],
    ['v1 without ports', text('PROXY TCP4 203.0.113.7 192.0.2.1\r\n'), 'bad'],
    ['v1 with a port too many', text('PROXY TCP4 203.0.113.7 192.0.2.1 1 2 3\r\n'), 'bad'],
    ['v1 with a port too large', text('PROXY TCP4 203.0.113.7 192.0.2.1 65536 22\r\n'), 'bad'],
    ['v1 with leading zeros', text('PROXY TCP4 203.0.113.7 192.0.2.1 080 22\r\n'), 'bad'],
    ['v1 with two spaces', text('PROXY TCP4  203.0.113.7 192.0.2.1 60000 22\r\n'), 'bad'],
    ['v1 over UDP', text('PROXY UDP4 203.0.113.7 192.0.2.1 60000 22\r\n'), 'bad'],
    ['v1 in lower case', text('proxy TCP4 203.0.113.7 192.0.2.1 60000 22\r\n'), 'bad'],
    ['v1 of 108 bytes', text(`PROXY UNKNOWN ${'x'.repeat(92)}\r\n`), 'bad'],
    ['v2 TCP4', binary('21', '11', v4), '203.0.113.7'],
    ['v2 TCP6', binary('21', '21', v6), '2001:db8::7'],
    [
      'v2 TCP6 with an IPv4 address in it',
      binary('21', '21', `00000000000000000000ffffcb007107${v6.slice(32)}`),
      '203.0.113.7',
    ],
    ['v2 TCP6 of the loopback', binary('21', '21', `${'00'.repeat(15)}01${v6.slice(32)}`), '::1'],
    ['v2 with extensions', binary('21', '11', `${v4}0300040102030405000100`), '203.0.113.7'],
    ['v2 LOCAL', binary('20', '00', ''), ''],
    ['v2 LOCAL with addresses', binary('20', '11', v4), ''],
    ['v2 unspecified', binary('21', '00', ''), ''],
    ['v2 of a socket in a file system', binary('21', '31', '00'.repeat(216)), ''],
    ['v2 of datagrams', binary('21', '12', v4), 'bad'],
    ['v2 of an unknown family', binary('21', '41', v4), 'bad'],
    ['v2 with an unknown command', binary('22', '11', v4), 'bad'],
    ['v2 of version 3', binary('31', '11', v4), 'bad'],
    ['v2 with too few addresses', binary('21', '11', v4.slice(2)), 'bad'],
    ['v2 with too few addresses of IPv6', binary('21', '21', v6.slice(2)), 'bad'],
    ['v2 that claims 64 KiB', Buffer.from(`${signature}2111ffff`, 'hex'), 'bad'],
    ['syslog', text('<13>app: hello\n'), 'bad'],
    ['a TLS handshake', Buffer.from('160301020001000', 'hex'), 'bad'],
  ]
  test.each(cases)('%s', (_, bytes, sender) => {
    const wanted = sender === 'bad' ? 'bad' : { length: bytes.length, sender }
    expect(readProxyHeader(bytes)).toEqual(wanted)
    // Bytes after the header change nothing.
    if (sender !== 'bad') expect(readProxyHeader(Buffer.concat([bytes, text('<13>a\r\n')]))).toEqual(wanted)
  })

  it.each(cases.filter(([, , sender]) => sender !== 'bad'))(
    '%s: every beginning asks for more',
    (_, bytes) => {
      for (let length = 0; length < bytes.length; length++) {
        expect(readProxyHeader(bytes.subarray(0, length))).toBe('more')
      }
    },
  )
})

test('no bytes need more than the longest header to be decided', () => {
  const start = fc.constantFrom(
    text('PROXY '),
    text('PROXY TCP4 '),
    Buffer.from(`${signature}21`, 'hex'),
    text(''),
  )
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (begin, rest) => {
      const bytes = Buffer.concat([begin, rest, Buffer.alloc(maxProxyHeaderBytes, 0x20)])
      const header: ProxyHeader = readProxyHeader(bytes.subarray(0, maxProxyHeaderBytes))
      expect(header).not.toBe('more')
    }),
    { numRuns: runs(500) },
  )
})
