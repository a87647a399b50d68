import { expect, test } from 'vitest'
import { characterBoundary, Interner } from './text.ts'

test('a text that is kept is one string, and no other bytes are taken for it', () => {
  const interner = new Interner()
  const read = (bytes: Buffer): string => interner.intern(bytes, 0, bytes.length)
  for (let i = 0; i < 10_000; i++) {
    const name = `host-${i % 5_000}`
    expect(read(Buffer.from(name))).toBe(name)
  }
  // Bytes that are not UTF-8 but equal the characters of a valid text: a slot that both map to must
  // distinguish them.
  for (let a = 0x80; a <= 0xff; a++)
    for (let b = 0x80; b <= 0xff; b++) {
      const text = String.fromCharCode(a, b)
      if (read(Buffer.from(text)) !== text) expect.fail(`${a} ${b} as UTF-8`)
      const bytes = Buffer.from(text, 'latin1')
      if (read(bytes) !== bytes.toString('utf8')) expect.fail(`${a} ${b} as bytes`)
    }
})

test('a long text is read and not kept', () => {
  const long = 'x'.repeat(1_000)
  expect(new Interner().intern(Buffer.from(long), 0, 1_000)).toBe(long)
})

test('a cut falls between characters', () => {
  const bytes = Buffer.from('aü€😀')
  const cuts = Array.from({ length: bytes.length + 1 }, (_, end) => characterBoundary(bytes, 0, end))
  expect(cuts).toEqual([0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10])
  // Bytes that are not characters stay: decoding replaces them.
  expect(characterBoundary(Buffer.from([0x80, 0x80, 0x80, 0x80]), 0, 4)).toBe(4)
})
