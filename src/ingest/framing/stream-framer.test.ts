import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { StreamFramer } from './stream-framer.ts'
import { framesOf } from './testing/plain-framer.ts'

interface Seen {
  text: string
  length: number
}

function framerOf(maxFrameBytes: number): { framer: StreamFramer; seen: Seen[] } {
  const seen: Seen[] = []
  const framer = new StreamFramer({
    maxFrameBytes,
    onFrame: (bytes, start, end, length) => seen.push({ text: bytes.toString('latin1', start, end), length }),
  })
  return { framer, seen }
}

function feedAll(stream: string, maxFrameBytes = 100): { framer: StreamFramer; seen: Seen[] } {
  const both = framerOf(maxFrameBytes)
  both.framer.feed(Buffer.from(stream, 'latin1'))
  both.framer.end()
  return both
}

const whole = (...texts: string[]): Seen[] => texts.map(text => ({ text, length: text.length }))

describe('frames', () => {
  const cases: [name: string, stream: string, frames: Seen[]][] = [
    ['LF', '<13>a\n<13>b\n', whole('<13>a', '<13>b')],
    ['CR LF', '<13>a\r\n<13>b\r\n', whole('<13>a', '<13>b')],
    ['NUL', '<13>a\0<13>b\0', whole('<13>a', '<13>b')],
    ['LF and NUL', '<13>a\n\0<13>b\n\0', whole('<13>a', '<13>b')],
    ['no delimiter at the end', '<13>a\n<13>b', whole('<13>a', '<13>b')],
    ['CR inside', '<13>a\rb\n', whole('<13>a\rb')],
    ['counted', '5 <13>a6 <13>bc', whole('<13>a', '<13>bc')],
    ['a newline in a counted frame', '9 <13>a\nb\0c<13>d\n', whole('<13>a\nb\0c', '<13>d')],
    ['a newline at the end of a counted frame', '6 <13>a\n7 <13>b\r\n', whole('<13>a', '<13>b')],
    ['a newline between counted frames', '5 <13>a\n5 <13>b\n', whole('<13>a', '<13>b')],
    ['both kinds mixed', '<13>a\n5 <13>b<13>c\n5 <13>d', whole('<13>a', '<13>b', '<13>c', '<13>d')],
    ['a number is no count without <', '5 apples\n5<13>a\n12\n', whole('5 apples', '5<13>a', '12')],
    ['a count of zero', '0 <13>a\n5 <13>b', whole('0 <13>a', '<13>b')],
    ['a leading zero', '05 <13>a\n5 <13>b', whole('05 <13>a', '<13>b')],
    ['a count past 16 MiB', '16777217 <13>a\n5 <13>b', whole('16777217 <13>a', '<13>b')],
    ['a count of nine digits', '999999999 <13>a\n5 <13>b', whole('999999999 <13>a', '<13>b')],
    ['a number of 21 digits', `${'9'.repeat(21)} <13>a\n`, whole(`${'9'.repeat(21)} <13>a`)],
    ['a counted frame cut by the end', '16777216 <13>a', [{ text: '<13>a', length: 16_777_216 }]],
    ['a count cut by the end', '123', whole('123')],
    ['a count and space cut by the end', '123 ', whole('123 ')],
    ['nothing', '', []],
    ['empty lines', '\n\r\n\0\r\r\n', []],
    ['an empty counted frame is no frame', '1 <3 <\n\n', whole('<', '<')],
    ['a line of the limit', `${'x'.repeat(100)}\r\n`, whole('x'.repeat(100))],
    ['a line over it', `${'x'.repeat(101)}\r\ny\n`, [{ text: 'x'.repeat(100), length: 101 }, ...whole('y')]],
    [
      'a count that is too small',
      '12 <13>a bcd efgh5 <13>b5 <13>c',
      whole('<13>a bcd efgh', '<13>b', '<13>c'),
    ],
    [
      'a count that is too small, of text that ends in digits',
      '9 <13>a b123456 <13>cd5 <13>e',
      whole('<13>a b12', '<13>cd', '<13>e'),
    ],
    ['a count that is too small, and a zero', '7 <13>a 1005 <13>b5 <13>c', whole('<13>a ', '<13>b', '<13>c')],
    [
      'a count that is too small, before <',
      '7 <13>a <b>5 <13>b5 <13>c',
      whole('<13>a <b>', '<13>b', '<13>c'),
    ],
    ['a count that is too large', '9 <13>a 12 <13>b cdefgh5 <13>c', whole('<13>a ', '<13>b cdefgh', '<13>c')],
    [
      'a count that spans several frames',
      '29 <13>a 5 <13>b12 <13>c defghi5 <13>e',
      whole('<13>a ', '<13>b', '<13>c defghi', '<13>e'),
    ],
    ['a damaged frame at the end', '5 <13>a5 <13>bcd', whole('<13>a', '<13>bcd')],
    ['a space between counted frames', '5 <13>a 5 <13>b 5 <13>c', whole('<13>a ', '<13>b ', '<13>c')],
    ['CR LF between counted frames', '5 <13>a\r\n5 <13>b\r\n', whole('<13>a', '<13>b')],
    [
      'NUL ends all frames once it has ended one',
      '<13>a\0<13>b\nc\n\0<13>d\ne\0',
      whole('<13>a', '<13>b\nc', '<13>d\ne'),
    ],
    ['NUL within lines', '<13>a\0b\n<13>c\nd\n', whole('<13>a', 'b', '<13>c', 'd')],
    ['NUL and LF', '<13>a\0\n<13>b\0\n<13>c\nd\n', whole('<13>a', '<13>b', '<13>c', 'd')],
    [
      'LF again past the limit of a line without NUL',
      `<13>a\0<13>${'x'.repeat(96)}\nb\nc\n`,
      whole('<13>a', `<13>${'x'.repeat(96)}`, 'b', 'c'),
    ],
    [
      'a counted frame over it',
      `250 <${'x'.repeat(249)}5 <13>a`,
      [{ text: `<${'x'.repeat(99)}`, length: 250 }, ...whole('<13>a')],
    ],
  ]
  test.each(cases)('%s', (_, stream, frames) => {
    expect(feedAll(stream).seen).toEqual(frames)
  })
})

test('counters', () => {
  const { framer } = feedAll(`<13>a\r\n\n0 <13>b\n${'x'.repeat(150)}\n5 <13>c250 <${'y'.repeat(249)}`)
  const { frames, truncated, empty, errors, delivered, discarded, framing, pending } = framer
  expect({ frames, truncated, empty, errors, delivered, discarded, framing, pending }).toEqual({
    frames: 5,
    truncated: 2,
    empty: 1,
    errors: 1,
    delivered: 5 + 7 + 100 + 5 + 100,
    discarded: 50 + 150,
    framing: 2 + 1 + 1 + 1 + 2 + 4,
    pending: 0,
  })
})

test('a wrong octet count costs no other frame', () => {
  const frames = Array.from({ length: 1_000 }, (_, i) => `<13>1 2026-01-02T03:04:05Z web-1 app - - - n${i}`)
  const counted = frames.map(frame => `${frame.length} ${frame}`).join('')
  for (const change of [-40, -3, -1, 1, 2, 5, 60, 3_000, 70_000, 900_000]) {
    for (const text of ['ö a tail', 'took 25', '100', 'as <b>', 'end ']) {
      const damaged = Buffer.from(
        `<13>1 2026-01-02T03:04:05Z web-1 app - - - some text before: ${text}`,
      ).toString('latin1')
      const { framer, seen } = feedAll(`${damaged.length + change} ${damaged}${counted}`, 65_536)
      const [first, ...others] = seen.map(one => one.text)
      expect([change, text, others]).toEqual([change, text, frames])
      // Digits next to a count cannot be told apart from it.
      const start = damaged.replace(/\d+$/, '')
      expect(first).toMatch(new RegExp(`^${start}\\d*$`))
      expect([1, start === damaged ? 1 : 2]).toContain(framer.errors)
    }
  }
})

test('a wrong octet count costs no other frame of texts that all end in digits', () => {
  for (const end of [(i: number) => `n${i + 101}`, () => 'code=404', () => '1767323045', () => '127.0.0.1']) {
    const frames = Array.from({ length: 1_000 }, (_, i) => `<13>${i} web-1 app: ${end(i)}`)
    const counted = frames.map(frame => `${frame.length} ${frame}`).join('')
    for (const change of [-40, -3, -1, 1, 7, 70, 3_000, 70_000, 900_000]) {
      const damaged = `<13>some text that is long enough for a smaller count, ${end(0)}`
      const stream = Buffer.from(`${damaged.length + change} ${damaged}${counted}`)
      const { framer, seen } = framerOf(65_536)
      framer.feed(stream)
      // Otherwise the sender is silent, and does not end the connection.
      if (change > stream.length) framer.end()
      else framer.flush()
      const [first = '', second = '', ...others] = seen.map(one => one.text)
      expect([change, others]).toEqual([change, frames.slice(1)])
      // Their last digits are uncertain: of the damaged frame, and of the one whose count it took a digit of.
      const withoutDigits = [first, second].map(text => text.replace(/\d+$/, ''))
      expect(withoutDigits).toEqual([damaged, frames[0] ?? ''].map(text => text.replace(/\d+$/, '')))
      expect([framer.truncated, framer.pending]).toEqual([0, 0])
    }
  }
})

test('a counted frame is delivered without bytes behind it when they do not come', () => {
  const { framer, seen } = framerOf(100)
  framer.feed(Buffer.from('5 <13>a6 <13>bc'))
  expect([seen, framer.isWaiting]).toEqual([whole('<13>a'), true])
  framer.flush()
  expect([seen, framer.isWaiting, framer.pending]).toEqual([whole('<13>a', '<13>bc'), false, 0])
  framer.feed(Buffer.from('5 <13>def'))
  framer.flush()
  framer.feed(Buffer.from('5 <13>g'))
  framer.flush()
  expect([seen.slice(2), framer.errors]).toEqual([whole('<13>def', '<13>g'), 1])
})

test('a frame inside one chunk is not copied', () => {
  const chunk = Buffer.from('<13>a\n5 <13>b<13>c\n')
  const buffers: Buffer[] = []
  new StreamFramer({ maxFrameBytes: 100, onFrame: bytes => buffers.push(bytes) }).feed(chunk)
  expect(buffers.map(bytes => bytes === chunk)).toEqual([true, true, true])
})

test('a claimed size takes no memory, and an idle connection gives back what a long frame took', () => {
  const { framer } = framerOf(65_536)
  framer.feed(Buffer.from('16777216 <'))
  expect(framer.memoryBytes).toBeLessThanOrEqual(256)
  for (let i = 0; i < 256; i++) framer.feed(Buffer.alloc(65_536, 0x78))
  expect([framer.frames, framer.discarded]).toEqual([1, 16_777_216 - 65_536])
  expect(framer.memoryBytes).toBeLessThanOrEqual(256)
  framer.feed(Buffer.alloc(60_000, 0x78))
  expect(framer.memoryBytes).toBeLessThanOrEqual(65_536 + 32)
  framer.feed(Buffer.from('\n'))
  expect(framer.memoryBytes).toBe(0)
})

/** Streams of pieces that matter to framing, so that counts, delimiters and limits meet often. */
const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r',
    '\0',
    '<',
    ' ',
    '0',
    '1',
    '7',
    '12',
    '25 ',
    '3 <',
    '16777217 <',
    '99999999999 <',
    'ab',
    '\r\n',
    'x\r\r\n',
    '\r\r\r',
    '<13>',
    '7 <13>',
    '25 <13>',
    '130 <13>',
    '<13>\0',
  ),
  fc.nat(60).map(size => `${size + 1} <${'x'.repeat(size)}`),
  fc.nat(60).map(size => `<${'y'.repeat(size)}\n`),
)
const noise = fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes).toString('latin1'))
const anyStream = fc.array(fc.oneof({ weight: 8, arbitrary: piece }, { weight: 1, arbitrary: noise }), {
  maxLength: 30,
})

test('any split of any stream gives the frames of the plain reading, and every byte is accounted for', () => {
  fc.assert(
    fc.property(
      anyStream,
      fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40 })), { minLength: 1 }),
      fc.integer({ min: 1, max: 80 }),
      (pieces, sizes, max) => {
        const stream = Buffer.from(pieces.join(''), 'latin1')
        const { framer, seen } = framerOf(max)
        let fed = 0
        for (let i = 0; fed < stream.length; i++) {
          const size = sizes.every(n => n === 0) ? 1 : (sizes[i % sizes.length] ?? 1)
          // A separate buffer: held bytes must not reference the memory of an earlier chunk.
          const chunk = Buffer.from(stream.subarray(fed, fed + size))
          framer.feed(chunk)
          chunk.fill(0x5a)
          fed = Math.min(fed + size, stream.length)
          expect(framer.delivered + framer.discarded + framer.framing + framer.pending).toBe(fed)
          expect(framer.memoryBytes).toBeLessThanOrEqual(max + 32)
        }
        framer.end()
        const plain = framesOf(stream.toString('latin1'), max)
        expect(seen).toEqual(plain.frames)
        expect(framer.frames).toBe(seen.length)
        expect(framer.truncated).toBe(seen.filter(frame => frame.text.length < frame.length).length)
        expect([framer.empty, framer.errors]).toEqual([plain.empty, plain.errors])
        expect(framer.delivered + framer.discarded + framer.framing).toBe(stream.length)
        expect(framer.delivered).toBe(seen.reduce((sum, frame) => sum + frame.text.length, 0))
      },
    ),
    { numRuns: runs(3_000) },
  )
})
