import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { sharedFaces } from './faces.ts'
import { type LayoutOptions, layOutText } from './lines.ts'

const size = 10
const samples = {
  latin: 'The quick brown fox jumps over the lazy dog',
  mixed: 'Ошибка 登录失败 فشل تسجيل الدخول 로그인 διακομιστής',
}
const setting = (more: Partial<LayoutOptions> = {}): LayoutOptions => ({
  faces: sharedFaces(),
  weight: 'regular',
  size,
  width: 100,
  maxLines: 99,
  ...more,
})
const shown = (text: string, more: Partial<LayoutOptions> = {}) =>
  layOutText(text, setting(more)).lines.map(({ runs }) => runs.map(run => run.text).join(''))

beforeAll(() =>
  sharedFaces().prepare('regular', [...Object.values(samples), '…(0123456789)/=_-ABCabc{:…\u{10ffff}']),
)

test.each([
  {
    what: 'words stay whole',
    text: samples.latin,
    lines: ['The quick brown fox ', 'jumps over the lazy ', 'dog'],
  },
  { what: 'line feeds are kept', text: 'one\n\ntwo', lines: ['one', '', 'two'] },
  { what: 'a long word is cut where there is no place to break', text: 'a'.repeat(40), pieces: 3 },
  {
    what: 'a path is broken after its separators',
    text: 'abcabcabc/abcabcabc/abcabcabc',
    lines: ['abcabcabc/', 'abcabcabc/', 'abcabcabc'],
    width: 60,
  },
  {
    what: 'addresses and times stay whole',
    text: 'from:198.51.100.7:443/15:00:00.654',
    lines: ['from:', '198.51.100.7:443/', '15:00:00.654'],
    width: 96,
  },
  {
    what: 'lines after a line feed keep their indentation, and wrapped lines have none',
    text: 'Error: refused\n    at connect (net/abc)\n  {',
    lines: ['Error: refused', '    at connect', '(net/abc)', '  {'],
    width: 80,
  },
  { what: 'nothing is one empty line', text: '', lines: [''] },
])('$what', ({ text, lines, pieces, width }) => {
  const set = shown(text, width === undefined ? {} : { width })
  if (lines) expect(set.map(line => line.trimEnd())).toEqual(lines.map(line => line.trimEnd()))
  if (pieces !== undefined) expect(set).toHaveLength(pieces)
})

test('a text without room ends with an ellipsis that is inside', () => {
  const [line] = layOutText(samples.latin, setting({ maxLines: 1 })).lines
  expect(line?.runs.map(run => run.text).join('')).toMatch(/^The quick brown \S*…$/)
  expect(line?.width).toBeLessThanOrEqual(100)
})

test('each script is in a face that has it, one family for Han and Hangul apart', () => {
  const { lines } = layOutText(samples.mixed, setting({ width: 1_000 }))
  const names = new Set(lines[0]?.runs.map(run => run.face.name))
  expect(names.size).toBeGreaterThanOrEqual(4)
  for (const run of lines[0]?.runs ?? []) {
    for (const character of run.text.replaceAll(' ', '')) {
      expect(run.face.has(character.codePointAt(0) ?? 0)).toBe(true)
    }
  }
})

test('text from right to left is put in its visual order, numbers in it from left to right', () => {
  const { lines, rightToLeft } = layOutText('فشل 123 تسجيل', setting({ width: 1_000 }))
  expect(rightToLeft).toBe(true)
  expect(lines[0]?.runs.map(run => run.text).filter(text => text.trim() !== '')).toEqual([
    'تسجيل',
    '123',
    'فشل',
  ])
})

test('brackets in text from right to left are turned round', () => {
  const { lines } = layOutText('فشل (123)', setting({ width: 1_000 }))
  expect(
    lines[0]?.runs
      .map(run => run.text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe('(123)فشل')
})

test('a character that no font has is a box, not an error', () => {
  expect(shown('a\u{10ffff}b')).toEqual(['a\u{10ffff}b'])
})

test('lines fit, and together have every letter', () => {
  const letter = fc.constantFrom(...'abcABC0189/=_- \n'.split(''))
  fc.assert(
    fc.property(
      fc.string({ unit: letter, maxLength: 120 }),
      fc.integer({ min: 12, max: 200 }),
      (text, width) => {
        const { lines } = layOutText(text, setting({ width }))
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(width + 0.001)
        const letters = lines.flatMap(({ runs }) => runs.map(run => run.text)).join('')
        expect(letters.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      },
    ),
    { numRuns: 200 },
  )
})
