import { expect, test } from 'vitest'
import { ansiSpans, hasAnsi, withoutAnsi } from './ansi.ts'

const e = '\u001b'
const cases: [text: string, spans: [text: string, className: string][]][] = [
  ['plain', [['plain', '']]],
  [
    `${e}[31mred${e}[0m rest`,
    [
      ['red', 'ansi-red'],
      [' rest', ''],
    ],
  ],
  [
    `${e}[1;4;92mok${e}[22;24;39mx`,
    [
      ['ok', 'ansi-green ansi-bold ansi-underline'],
      ['x', ''],
    ],
  ],
  [
    `${e}[38;5;196mx${e}[38;2;1;2;3my`,
    [
      ['x', ''],
      ['y', ''],
    ],
  ],
  [`${e}[38;5;196;31mx`, [['x', 'ansi-red']]],
  [
    `a${e}[mb`,
    [
      ['a', ''],
      ['b', ''],
    ],
  ],
  // Clears the screen: sequences other than colours stay, and are escaped when drawn.
  [`${e}[2Jx`, [[`${e}[2Jx`, '']]],
]
for (const [text, spans] of cases)
  test(`the colours of ${JSON.stringify(text)}`, () => {
    expect(ansiSpans(text)).toEqual(spans.map(([text, className]) => ({ text, className })))
    expect(spans.map(([text]) => text).join('')).toBe(withoutAnsi(text))
  })

test('text with colours is recognised', () => {
  expect(hasAnsi(`${e}[31mx`)).toBe(true)
  expect(hasAnsi(`${e}[2Jx [31m`)).toBe(false)
})

test('a text that is nothing but colours makes a bounded number of spans', () =>
  expect(ansiSpans(`${e}[31mx`.repeat(50_000)).length).toBeLessThanOrEqual(2_001))

test('past the limit the rest has the colour that it begins with', () => {
  const text = `${e}[31ma${e}[32mb${e}[33mc${e}[0md`
  expect(ansiSpans(text, 2)).toEqual([
    { text: 'a', className: 'ansi-red' },
    { text: 'bcd', className: 'ansi-green' },
  ])
})
