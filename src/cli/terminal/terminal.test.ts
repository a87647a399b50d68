import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { chartOverTime, columnChart, horizontalBar, sparkline } from './bars.ts'
import { cutToWidth, fitted, onOneLine, widthOf } from './cell-width.ts'
import { columnWidths, drawTable } from './draw-table.ts'
import { inertText } from './output.ts'
import { plain } from './paint.ts'

test.each([
  [0, ''],
  [0.001, '▏'],
  [0.5, '██'],
  [0.53, '██▏'],
  [1, '████'],
  [7, '████'],
])('a bar of %d of four columns', (share, bar) => expect(horizontalBar(share, 4)).toBe(bar))

test.each([
  [[0, 1, 4, 8], 10, ' ▁▄█'],
  [[], 10, ''],
  [[0, 0], 10, '  '],
  [[1, 1000], 10, '▁█'],
  [[1, 1, 2, 2, 4, 4], 3, '▂▄█'],
])('a sparkline of %j in %d columns', (values, width, line) => expect(sparkline(values, width)).toBe(line))

test('a chart of columns, two lines high', () => {
  expect(columnChart([1, 8, 16], 10, 2)).toEqual(['  █', '▁██'])
  expect(chartOverTime({ values: [1, 8, 16], from: 0, to: 180 }, 12, 2, 'UTC')).toEqual([
    '16 │      ███',
    ' 0 │▁▁▁██████',
    '   └─────────',
    '    1970-01…',
  ])
})

const widths: [text: string, width: number, cut: string][] = [
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['登录失败', 5, '登录…'],
  ['登录失败', 8, '登录失败'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['👩‍👩‍👧 x', 3, '👩‍👩‍👧…'],
  ['abc', 0, ''],
]
test.each(widths)('%s in %d columns', (text, width, cut) => {
  expect(cutToWidth(text, width)).toBe(cut)
  expect(widthOf(fitted(text, width))).toBe(width)
})

test.each([
  ['what fits stays', [5, 20], [false, false], 40, [5, 20]],
  ['the widest text gives way', [10, 20, 100], [true, false, false], 80, [10, 20, 46]],
  ['two that are alike share', [60, 60], [false, false], 62, [30, 30]],
  ['times stay whole', [23, 40], [true, false], 40, [23, 15]],
  ['none is narrower than twelve', [23, 40], [true, false], 10, [23, 12]],
  ['nothing is cut without a width', [500], [false], Number.POSITIVE_INFINITY, [500]],
])('widths: %s', (_, natural, isWhole, width, given) => {
  expect(columnWidths(natural, isWhole, width)).toEqual(given)
})

/** Characters that a terminal interprets, and characters that hide or reverse text. */
const commands = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const hostile = [
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u009b31m',
  'a\rb',
  'a\nb',
  '\u202etxt',
  '\u0008\u0008x',
  '\u001bP+q\u001b\\',
]
test.each(hostile)('%j reaches no terminal as it is', async text => {
  const table = {
    title: '',
    columns: [
      { name: 'host', title: text, numeric: false, time: false },
      { name: 'message', title: 'Message', numeric: false, time: false },
    ],
    rows: [[text, `x ${text}`]],
    groupedColumns: 0,
    notes: [],
    cappedFrom: undefined,
  }
  for (const width of [20, 80, Number.POSITIVE_INFINITY])
    for (const line of drawTable(table, width, plain)) expect(line).not.toMatch(/[\n]/)
  expect(drawTable(table, 80, plain).join('')).not.toMatch(commands)
  expect(onOneLine(text)).not.toMatch(commands)
  const bytes = [Buffer.from(text).subarray(0, 1), Buffer.from(text).subarray(1)]
  let raw = ''
  for await (const part of inertText(Readable.from(bytes))) raw += part
  expect(raw.replaceAll('\n', '')).not.toMatch(commands)
})
