import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DelimiterFramer } from './delimiter-framer.ts'

interface Seen {
  text: string
  length: number
}

function framesOf(pieces: readonly string[], maxFrameBytes: number, delimiter = 0x0a): Seen[] {
  const seen: Seen[] = []
  const framer = new DelimiterFramer(delimiter, {
    maxFrameBytes,
    onFrame: (bytes, start, end, length) => seen.push({ text: bytes.toString('latin1', start, end), length }),
  })
  for (const piece of pieces) framer.feed(Buffer.from(piece, 'latin1'))
  framer.end()
  return seen
}

const whole = (...texts: string[]): Seen[] => texts.map(text => ({ text, length: text.length }))

test.each([
  ['LF', 'a\nb\n', whole('a', 'b')],
  ['CR LF', 'a\r\n\r\nb', whole('a', 'b')],
  ['a NUL and a CR inside', 'a\0b\rc\n', whole('a\0b\rc')],
  ['a count is content', '3 <a>\n', whole('3 <a>')],
  ['nothing', '', []],
  ['empty lines', '\n\n\r\n', []],
  ['a line of the limit', `${'x'.repeat(40)}\ny`, whole('x'.repeat(40), 'y')],
  ['a line over it', `${'x'.repeat(41)}\ny`, [{ text: 'x'.repeat(40), length: 41 }, ...whole('y')]],
  ['an unfinished line over it', 'x'.repeat(90), [{ text: 'x'.repeat(40), length: 90 }]],
] as [string, string, Seen[]][])('%s', (_, stream, frames) => {
  expect(framesOf([stream], 40)).toEqual(frames)
})

test('NUL ends frames that have lines', () => {
  expect(framesOf(['a\nb\0c\0'], 40, 0)).toEqual(whole('a\nb', 'c'))
})

test('frames are the same however the bytes are cut', () => {
  const bytes = fc.string({
    unit: fc.constantFrom('a', 'b', '\n', '\r', '\0', '\xff'),
    maxLength: 120,
  })
  const cuts = fc.array(fc.nat(120), { maxLength: 20 })
  fc.assert(
    fc.property(bytes, cuts, fc.constantFrom(1, 5, 31, 32, 33, 200), (stream, at, max) => {
      const ends = [...at, stream.length].sort((a, b) => a - b)
      const pieces = ends.map((end, i) => stream.slice(ends[i - 1] ?? 0, end))
      expect(framesOf(pieces, max)).toEqual(framesOf([stream], max))
      expect(framesOf([...stream], max)).toEqual(framesOf([stream], max))
    }),
  )
})

test('an oracle cuts the same', () => {
  const bytes = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r'), maxLength: 100 })
  fc.assert(
    fc.property(bytes, stream => {
      const lines = stream.split('\n').map(line => line.replace(/\r+$/, ''))
      expect(framesOf([stream], 200)).toEqual(whole(...lines.filter(line => line !== '')))
    }),
  )
})
