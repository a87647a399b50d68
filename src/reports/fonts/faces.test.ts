import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { covers, fontFiles, rangesOf } from './faces.ts'

test('every file that the table names is there', () => {
  expect(fontFiles().filter(({ path }) => !existsSync(path))).toEqual([])
})

test.each([
  'A',
  'é',
  'ß',
  'Ж',
  'Ω',
  'ế',
  'ع',
  'ש',
  'ไ',
  'न',
  '漢',
  '网',
  'ア',
  'ん',
  '한',
  '✓',
  '→',
  '🙂',
  '、',
])('some file claims %s', character => {
  const codePoint = character.codePointAt(0) ?? 0
  expect(fontFiles().some(file => covers(file, codePoint))).toBe(true)
})

test.each([
  { text: 'U+4E00', ranges: [[0x4e00, 0x4e00]] },
  {
    text: 'U+0490-0491, U+0400-045F',
    ranges: [
      [0x400, 0x45f],
      [0x490, 0x491],
    ],
  },
])('ranges of $text', ({ text, ranges }) => {
  expect(rangesOf(text)).toEqual(ranges)
})

test('a file claims the ends of its ranges and nothing beside them', () => {
  const file = { path: '', ranges: rangesOf('U+10-1F,U+30,U+40-4F') }
  const claimed = Array.from({ length: 0x60 }, (_, codePoint) => codePoint).filter(code => covers(file, code))
  expect(claimed.map(code => code.toString(16))).toEqual(
    [...range(0x10, 0x1f), 0x30, ...range(0x40, 0x4f)].map(code => code.toString(16)),
  )
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
