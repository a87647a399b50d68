import { describe, expect, test } from 'vitest'
import { findSpans } from './find.ts'

/** The found hints, as `type value`. */
function found(text: string): string[] {
  return findSpans(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe.each<[string, [text: string, hints: string[]][]]>([
  [
    'IPv4 addresses',
    [
      ['Failed password for root from 198.51.100.7 port 22', ['ipv4 198.51.100.7']],
      ['198.51.100.7', ['ipv4 198.51.100.7']],
      ['src=10.0.0.1/24,dst=10.0.0.2:443; (10.0.0.3)', ['ipv4 10.0.0.1', 'ipv4 10.0.0.2', 'ipv4 10.0.0.3']],
      ['lost 10.0.0.1. Then 10.0.0.2...', ['ipv4 10.0.0.1', 'ipv4 10.0.0.2']],
      ['10.0.0.1-10.0.0.9', ['ipv4 10.0.0.1', 'ipv4 10.0.0.9']],
      ['登录10.0.0.1失败', ['ipv4 10.0.0.1']],
      ['1.2.3.4.5 v1.2.3.4 1.2.3.256 01.2.3.4 1.2.3 für1.2.3.4 1.2.3.4é', []],
    ],
  ],
  [
    'IPv6 addresses',
    [
      ['from 2001:db8::1 port', ['ipv6 2001:db8::1']],
      ['[2001:DB8:0:0:8:800:200C:417A]:443', ['ipv6 2001:DB8:0:0:8:800:200C:417A']],
      ['outside:2001:db8::1/443 (2001:db8::1/443)', ['ipv6 2001:db8::1', 'ipv6 2001:db8::1']],
      ['fe80::1%eth0 is fe80::: gone, ::1. too', ['ipv6 fe80::1', 'ipv6 ::1']],
      ['gateway fe80::2: unreachable', ['ipv6 fe80::2']],
      ['::ffff:192.0.2.1:80', ['ipv6 ::ffff:192.0.2.1']],
      ['std::dec DB::Add foo::1 12:34:56 1:2:3:4:5:6:7:8:9 ::', []],
    ],
  ],
  [
    'hardware addresses',
    [
      ['station 00:1b:44:11:3A:B7 left', ['mac 00:1b:44:11:3A:B7']],
      ['mac:00-1b-44-11-3a-b7, 001b.4411.3ab7.', ['mac 00-1b-44-11-3a-b7', 'mac 001b.4411.3ab7']],
      ['wwn 50:06:01:60:3b:a0:11:22', ['mac 50:06:01:60:3b:a0:11:22']],
      ['00:1b:44:11:3a 00:1b:44:11:3a:b7:00 0:1b:44:11:3a:b7 x.001b.4411.3ab7', []],
    ],
  ],
  [
    'hosts',
    [
      ['query for www.example.com. denied', ['host www.example.com']],
      [
        '*.example.com, FW-1.EXAMPLE.COM:443 and _ldap._tcp.lab.local',
        ['host example.com', 'host FW-1.EXAMPLE.COM', 'host _ldap._tcp.lab.local'],
      ],
      ['xn--mnchen-3ya.de 10.0.0.1.example.net', ['host xn--mnchen-3ya.de', 'host 10.0.0.1.example.net']],
      ['/etc/app.conf kernel.log sshd.service java.io.IOException fw-1 a..b.com e.g. v1.2 münchen.de', []],
    ],
  ],
  [
    'mail addresses',
    [
      [
        'from=<joe.doe+spam@mail.example.com>, to=a@b.cd.',
        ['email joe.doe+spam@mail.example.com', 'email a@b.cd'],
      ],
      ['sip:100@pbx.example.com', ['email 100@pbx.example.com']],
      ['root@fw-1 @example.com a@b.com@c.com', ['host example.com', 'email b.com@c.com']],
    ],
  ],
  [
    'URLs',
    [
      ['"GET https://shop.example/a?q=1&r=%20#top HTTP/1.1"', ['url https://shop.example/a?q=1&r=%20#top']],
      [
        'see (http://a.example/b_(c)), or http://[2001:db8::1]:8080/x.',
        ['url http://a.example/b_(c)', 'url http://[2001:db8::1]:8080/x'],
      ],
      [
        'jdbc:postgresql://db.example:5432/x git+ssh://h',
        ['url postgresql://db.example:5432/x', 'url git+ssh://h'],
      ],
      ['https://example.com/straße-北京。', ['url https://example.com/straße-北京']],
      ['http:// http://... 1http://x', []],
      [`http://example.com/${'x'.repeat(2_048)} a@b.com`, ['host example.com', 'email a@b.com']],
    ],
  ],
  [
    'of what overlaps the longest',
    [
      ['http://joe@example.com/10.0.0.1', ['url http://joe@example.com/10.0.0.1']],
      ['a@1.2.3.4.example.com', ['email a@1.2.3.4.example.com']],
      ['2001:db8:00:11:22:33:44:55', ['ipv6 2001:db8:00:11:22:33:44:55']],
      ['00:11:22:33:44:55-66-77-88-99-aa', ['mac 00:11:22:33:44:55']],
    ],
  ],
])('%s', (_name, rows) => {
  test.each(rows)('%j', (text, hints) => expect(found(text)).toEqual(hints))
})

test('start and end count UTF-16 units', () => {
  expect(findSpans('😀 10.0.0.1')).toEqual([{ type: 'ipv4', start: 3, end: 11 }])
})

/** Texts that make a backtracking finder backtrack. */
const adversarial = [
  ...[
    '.',
    ':',
    '-',
    '@',
    '/',
    '://',
    'a',
    '1',
    '1.',
    '1:',
    'a.',
    'a-',
    '00:',
    '00-',
    'fe80::',
    '::',
    '1.1.1.1.',
  ],
  ...[
    'a@',
    'a@a',
    'a.b@',
    'a://',
    'http://(',
    'http://x)',
    '+://',
    '0011.',
    'é',
    '中',
    '😀1',
    '\ud800',
    'a_',
    '1.2.3.4:',
  ],
]
describe('a long text of nothing but', () => {
  // A quadratic finder does not finish half a mebibyte in time.
  test.each(adversarial)('%j', piece => {
    const text = piece.repeat(Math.ceil((512 * 1024) / piece.length))
    const spans = findSpans(text)
    expect(spans.every(({ end }, i) => end <= (spans[i + 1]?.start ?? text.length))).toBe(true)
    const short = piece.repeat(Math.ceil((64 * 1024) / piece.length))
    expect(findSpans(`${short} 10.0.0.1`).at(-1)).toEqual({
      type: 'ipv4',
      start: short.length + 1,
      end: short.length + 9,
    })
  })
})
