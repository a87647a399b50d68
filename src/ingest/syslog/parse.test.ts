import { expect, test } from 'vitest'
import { EVENT_SYSLOG, EVENT_UNKNOWN } from '../../schema/event/event.ts'
import { zoneOf } from '../../time/zone.ts'
import { parseSyslog } from './parse.ts'
import { RecentPrograms } from './parts/context.ts'
import { isoOf, parseText, receivedAt, sender } from './testing/row.ts'

test('a frame over the limit is cut between characters and says how long it was', () => {
  const event = parseText(`<13>Jan  2 03:04:05 h a: ${'ü'.repeat(100)}\n`, { maxMessageBytes: 40 })
  // 25 bytes of header, then seven characters of two bytes; the fortieth byte would be half of the eighth.
  expect([event.message, event.extra]).toEqual(['ü'.repeat(7), { truncated: 225 }])
})

test('a frame that the receiver has cut says its original length', () => {
  const bytes = Buffer.from('<13>a: €€€')
  const event = parseSyslog(bytes, 0, bytes.length - 1, { receivedAt, sender }, 9_000)
  expect([event.message, event.extra]).toEqual(['€€', { truncated: 9_000 }])
})

test('a frame of the limit is whole', () => {
  const line = `<13>a: ${'x'.repeat(65_529)}`
  expect(parseText(line).extra).toEqual({})
  expect(parseText(`${line}y`).extra).toEqual({ truncated: 65_537 })
  expect(parseText(`${line}y`).message).toHaveLength(65_529)
})

test('bytes that are not UTF-8 become U+FFFD', () => {
  const bytes = Buffer.from('<13>Jan  2 03:04:05 h\xff a\xfe[1]: \xc3\x28 \xed\xa0\x80', 'latin1')
  const event = parseSyslog(bytes, 0, bytes.length, { receivedAt, sender })
  expect([event.host, event.program, event.message]).toEqual([
    'h\ufffd',
    'a\ufffd',
    '\ufffd( \ufffd\ufffd\ufffd',
  ])
})

test('structured data is bounded in parameters and in the length of a value', () => {
  const params = Array.from({ length: 250 }, (_, i) => `p${i}="${i}"`).join(' ')
  const many = parseText(`<13>1 - h a - - [x@1 ${params}] text`)
  expect(Object.keys(many.extra)).toHaveLength(201)
  expect([many.extra['SDATA.x@1.p199'], many.extra['SDATA.x@1.p200'], many.extra.SDATA_DROPPED]).toEqual([
    '199',
    undefined,
    50,
  ])
  const long = parseText(`<13>1 - h a - - [x@1 p="${'\\"'.repeat(5_000)}" q="${'😀'.repeat(3_000)}"] text`)
  expect(long.extra['SDATA.x@1.p']).toBe('"'.repeat(4_096))
  expect(long.extra['SDATA.x@1.q']).toBe('😀'.repeat(2_048))
  expect(long.message).toBe('text')
})

test('a name of a member of Object is a parameter like any other', () => {
  const { extra } = parseText('<13>1 - h a - - [__proto__ constructor="1"][toString __proto__="2"] text')
  expect(Object.entries(extra)).toEqual([
    ['SDATA.__proto__.constructor', '1'],
    ['SDATA.toString.__proto__', '2'],
  ])
})

test('a header token over 255 bytes makes a frame that is not understood', () => {
  expect(parseText(`<13>1 - ${'h'.repeat(255)} a - - - t`).host).toBe('h'.repeat(255))
  const event = parseText(`<13>1 - ${'h'.repeat(256)} a - - - t`)
  expect([event.type, event.host, event.message.length]).toEqual([EVENT_UNKNOWN, sender, 270])
})

test('without an offset a stamp is wall clock time of the zone', () => {
  const zone = zoneOf('America/New_York')
  const cases: [line: string, ts: string][] = [
    ['<13>Jan  1 22:04:05 h a: winter', '2026-01-02T03:04:05Z'],
    ['<13>Jul  3 22:04:05.5 h a: summer, last year', '2025-07-04T02:04:05.5Z'],
    ['<13>2026-01-01T22:04:05 h a: ISO', '2026-01-02T03:04:05Z'],
    ['<13>2026-01-01T22:04:05Z h a: an offset wins', '2026-01-01T22:04:05Z'],
    ['<13>Jan  1 22:04:05 UTC h a: a name wins', '2026-01-01T22:04:05Z'],
    ['<13>date=2026-01-01 time=22:04:05 devname="FG1"', '2026-01-02T03:04:05Z'],
    ['<13>Mar  9 2025 02:30:00 h a: the gap', '2025-03-09T07:30:00Z'],
    ['<13>Nov  2 2025 01:30:00 h a: the first of two', '2025-11-02T05:30:00Z'],
  ]
  for (const [line, ts] of cases) expect([line, isoOf(parseText(line, { zone }).ts)]).toEqual([line, ts])
})

test('the same minute is another time in another zone and another year at another receipt', () => {
  const line = '<13>Dec 31 23:59:30 h a: t'
  const at = (iso: string): number => Date.parse(iso) * 1000
  const berlin = zoneOf('Europe/Berlin')
  expect(isoOf(parseText(line, { receivedAt: at('2026-12-31T23:59:31Z') }).ts)).toBe('2026-12-31T23:59:30Z')
  expect(isoOf(parseText(line, { receivedAt: at('2027-01-01T00:00:01Z') }).ts)).toBe('2026-12-31T23:59:30Z')
  expect(isoOf(parseText(line, { receivedAt: at('2027-01-01T00:00:01Z'), zone: berlin }).ts)).toBe(
    '2026-12-31T22:59:30Z',
  )
  expect(isoOf(parseText(line, { receivedAt: at('2026-01-01T00:00:01Z') }).ts)).toBe('2025-12-31T23:59:30Z')
})

test('a space before the message is not part of it', () => {
  const mark = '\u{feff}'
  const cases: [line: string, program: string, mnemonic: string, message: string][] = [
    ['<189>1 - r-1 ios - - -  %LINK-3-UPDOWN: down', 'Cisco', 'LINK-3-UPDOWN', '%LINK-3-UPDOWN: down'],
    [
      '<189>1 - r-1 - - - [x@1 a="b"]  %LINK-3-UPDOWN: down',
      'Cisco',
      'LINK-3-UPDOWN',
      '%LINK-3-UPDOWN: down',
    ],
    ['<189>Jan  2 03:04:05 r-1 ios:  %LINK-3-UPDOWN: down', 'Cisco', 'LINK-3-UPDOWN', '%LINK-3-UPDOWN: down'],
    [`<13>1 - h a - - -  ${mark}marked`, 'a', '', 'marked'],
    [`<13>1 - h a - - - ${mark} marked`, 'a', '', 'marked'],
    ['<13>1 - h a - - -   indented', 'a', '', ' indented'],
    ['<13>1 - h a - ID -  ', 'a', '', 'ID'],
    [
      '<14>1 - h - - - -  1,2026/01/02 03:04:05,01,TRAFFIC,',
      'PaloAlto_Traffic',
      '',
      '1,2026/01/02 03:04:05,01,TRAFFIC,',
    ],
  ]
  for (const [line, program, mnemonic, message] of cases) {
    const event = parseText(line)
    expect([line, event.program, event.mnemonic, event.message]).toEqual([line, program, mnemonic, message])
  }
})

test('without a priority a line is read for a device alone, not for a program of its name', () => {
  expect(parseText('Cisco is a company')).toMatchObject({
    type: EVENT_UNKNOWN,
    message: 'Cisco is a company',
  })
  expect(parseText('Cisco: a company')).toMatchObject({ type: EVENT_UNKNOWN, message: 'Cisco: a company' })
})

test('an event keeps nothing of the buffer', () => {
  const bytes = Buffer.from('<13>1 2026-01-02T03:04:05Z host app 77 ID [x@1 p="v"] message')
  const event = parseSyslog(bytes, 0, bytes.length, { receivedAt, sender })
  bytes.fill(0x7e)
  expect([event.host, event.program, event.message, event.type]).toEqual([
    'host',
    'app',
    'message',
    EVENT_SYSLOG,
  ])
  expect(event.extra).toEqual({ PID: '77', MSGID: 'ID', 'SDATA.x@1.p': 'v' })
})

test('a count of repeats has the host and the program of the message before, from that sender and host', () => {
  const recent = new RecentPrograms()
  const read = (line: string): string[] => {
    const { host, program, message } = parseText(line, { recent })
    return [host, program, message]
  }
  const count = 'last message repeated 3 times'
  expect(read(`<13>Jan  2 03:04:05 ${count}`)).toEqual([sender, '', count])
  expect(read('<13>Jan  2 03:04:05 web-1 sshd[7]: Failed')[1]).toBe('sshd')
  for (const line of [
    `<13>Jan  2 03:04:05 ${count}`,
    `<13>${count}`,
    `<13>Jan  2 03:04:05 web-1 ${count}`,
    `<13>2026-01-02T03:04:05Z web-1 ${count}`,
    `<13>1 2026-01-02T03:04:05Z web-1 - - - - ${count}`,
    `<13>1 2026-01-02T03:04:05Z web-1 ${count}`,
  ])
    expect(read(line)).toEqual(['web-1', 'sshd', count])
  expect(read('<13>Jan  2 03:04:05 web-1 -- last message repeated 1 time --')[1]).toBe('sshd')
  expect(read('<13>Jan  2 03:04:05 --- Last message buffered 2 times ---').slice(0, 2)).toEqual([
    'web-1',
    'sshd',
  ])
  // Another host of the relay logs in between.
  expect(read('<13>Jan  2 03:04:05 web-2 cron[9]: job')[1]).toBe('cron')
  expect(read(`<13>Jan  2 03:04:05 web-1 ${count}`)).toEqual(['web-1', 'sshd', count])
  expect(read(`<13>Jan  2 03:04:05 web-3 ${count}`)).toEqual(['web-3', '', count])
  expect(read('<13>Jan  2 03:04:05 web-1 last message of the day')[1]).toBe('last')
})

test('a letter that is not a severity does not become the severity of a mnemonic', () => {
  expect(parseText('%FOO-X-3-BAR: text')).toMatchObject({ severity: 3, mnemonic: 'FOO-X-3-BAR' })
  expect(parseText('%LINK-W-Down: port 3')).toMatchObject({ severity: 4, mnemonic: 'LINK-W-Down' })
})

test('a time of a Check Point record after the year 2255 is not taken', () => {
  expect(parseText('time=9999999999|hostname=gw|product=Firewall')).toMatchObject({
    ts: receivedAt,
    host: 'gw',
    program: 'Firewall',
  })
})
