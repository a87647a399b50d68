import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell, CellKind, Section, Table } from '../document/document.ts'
import { sampleDashboard, sampleDocument, sampleSection } from '../testing/samples.ts'
import { documentHeadOf, ownRange, rangeText } from './captions.ts'
import { cellText, figureText } from './cell-text.ts'
import { columnWidths } from './column-widths.ts'
import { gridRows } from './grid.ts'
import { excerptOf } from './panel-content.ts'
import { blankRepeatedCells, printedTable } from './printed-table.ts'
import { printTables } from './row-budget.ts'

const never = new AbortController().signal

test.each<[Cell, CellKind, string]>([
  [null, 'integer', ''],
  [9_876_543_210, 'integer', '9,876,543,210'],
  [-0.5, 'number', '-0.5'],
  [25_720.14583, 'number', '25,720.146'],
  [12.3456, 'percent', '12.346%'],
  [16_777_216_001, 'bytes', '16,777,216,001'],
  [1_795_183_200, 'time', '2026-11-20 15:00:00'],
  [1_795_183_200.25, 'time', '2026-11-20 15:00:00.250'],
  ['=1+1', 'text', '=1+1'],
  ['a\tb\nc\r\n', 'text', 'a    b\nc\\r'],
  ['\u202eevil\u0000\ud800', 'text', '\\u202eevil\\x00\ufffd'],
])('%j as %s is %j', (cell, kind, text) => {
  expect(cellText(cell, kind, 'Europe/Berlin')).toBe(text)
})

test.each<[Cell, CellKind, string]>([
  [null, 'number', '–'],
  [512, 'bytes', '512 B'],
  [16_777_216_001, 'bytes', '15.63 GiB'],
  [7, 'integer', '7'],
])('the figure %j as %s is %j', (cell, kind, text) => {
  expect(figureText(cell, kind, 'UTC')).toBe(text)
})

test('a long text ends with an ellipsis, not inside a character', () => {
  const text = cellText('🙂'.repeat(2_000), 'text', 'UTC')
  expect(text.length).toBeLessThanOrEqual(1_501)
  expect(text.isWellFormed()).toBe(true)
  expect(text.endsWith('🙂…')).toBe(true)
})

const columns = [
  { name: 'host', title: 'Host', kind: 'text' },
  { name: 'none', title: 'Nothing', kind: 'text' },
  { name: 'count', title: 'Count', kind: 'integer' },
] as const

test('a table is cut, says so, reads no further, and leaves out what is empty everywhere', async () => {
  let read = 0
  async function* rows() {
    for (;;) {
      read++
      yield [
        ['a', null, 1],
        ['b', null, 2],
      ]
    }
  }
  const table: Table = { title: 'Hosts', columns, rows: rows(), count: 1_000 }
  const printed = await printedTable(table, sampleSection('TopN'), 3, 'UTC', never)
  expect(printed.rows).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['a', '1'],
  ])
  expect(printed.columns.map(({ title }) => title)).toEqual(['Host', 'Count'])
  expect(printed.notes[0]).toMatch(/^The first 3 of 1,000 rows are shown\./)
  expect(printed.cappedFrom).toBe(1_000)
  expect(read).toBe(2)
})

test('all tables together have no more rows than a document holds, and each its first ones', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => ['a', null, index])
  const table: Table = { title: 'Hosts', columns, rows, count: 3_000 }
  const section = { ...sampleSection('TopN'), tables: [table, table, table, table, table] }
  const printed = await printTables(sampleDocument([section]), () => 2_000, never)
  const lengths = printed.get(section)?.map(({ rows }) => rows.length)
  expect(lengths).toEqual([2_000, 2_000, 1_000, 20, 20])
})

test.each<[above: string[], row: string[], grouped: number, told: string[]]>([
  [['1', '2', 'a'], ['1', '2', 'b'], 2, ['', '', 'b']],
  [['1', '2', 'a'], ['1', '3', 'a'], 2, ['1', '3', 'a']],
  [['1', '2', 'a'], ['1', '2', 'a'], 0, ['1', '2', 'a']],
  [[], ['1', '2', 'a'], 2, ['1', '2', 'a']],
])('below %j, %j of %d grouped columns shows %j', (above, row, grouped, told) => {
  expect(blankRepeatedCells(row, above, grouped)).toEqual(told)
})

test('tags are printed as people write them', async () => {
  const section = sampleSection('Search')
  const [table] = section.tables
  if (!table) throw new Error('a Search has a table')
  const { columns, rows } = await printedTable(table, section, 2, 'UTC', never)
  const tags = columns.findIndex(({ name }) => name === 'user_tags')
  expect(rows.map(row => row[tags])).toEqual(['region=eu, owner=netops', ''])
})

test('values of a tag that has the name of a member are printed as they are', async () => {
  for (const name of ['trigger_ids', 'user_tags']) {
    const value = { name: 'fw-1', count: 2, subfields: { [name]: [{ name: 'seven', count: 2 }] } }
    const totals = { ts_from: 0, ts_to: 60, values: [value], cardinality: 1, count: 2, exact: true }
    const section = sampleSection('TopN', { results: { totals } })
    const table = section.tables[1]
    if (!table) throw new Error('each subfield has a table')
    const { rows } = await printedTable(table, section, 5, 'UTC', never)
    expect(rows).toEqual([['fw-1', 'seven', '2']])
  }
})

test('columns that no page has room for are left out, and said to be', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    ...columns[2],
    name: `n${index}`,
    title: `N${index}`,
  }))
  const table: Table = { title: 'Wide', columns: many, rows: [many.map((_, index) => index)], count: 1 }
  const printed = await printedTable(table, sampleSection('TopN'), 3, 'UTC', never)
  expect(printed.columns.at(-1)?.title).toBe('N15')
  expect(printed.rows[0]).toHaveLength(16)
  expect(printed.notes).toEqual([expect.stringMatching(/^The first 16 of 50 columns are shown\./)])
})

test('a Search prints what people read; one that names its columns prints those', async () => {
  const titlesOf = async (config?: Record<string, unknown>) => {
    const section = sampleSection('Search', config ? { config } : {})
    const [table] = section.tables
    if (!table) throw new Error('a Search has a table')
    return (await printedTable(table, section, 5, 'UTC', never)).columns.map(({ title }) => title)
  }
  expect(await titlesOf()).toEqual([
    'Last seen',
    'Count',
    'Host',
    'Program',
    'Severity',
    'Message',
    'User tags',
  ])
  expect(await titlesOf({ columns: ['type', 'host'] })).toEqual(['Type', 'Host'])
})

test.each<[maxWidth: number, columns: string[]]>([
  [700, ['Last seen', 'Count', 'Host', 'Program', 'Severity', 'Message', 'User tags']],
  [490, ['Last seen', 'Host', 'Program', 'Severity', 'Message']],
  [350, ['Last seen', 'Host', 'Message']],
  [230, ['Last seen', 'Message']],
  [90, ['Message']],
])(
  'the beginning of a table in a panel of %d points: rows of one line, what matters',
  async (maxWidth, titles) => {
    const section = sampleSection('Search', { events: 12 })
    const [table] = section.tables
    if (!table) throw new Error('a Search has a table')
    const { table: excerpt, note } = excerptOf(await printedTable(table, section, 10, 'UTC', never), maxWidth)
    expect(excerpt.columns.map(({ title }) => title)).toEqual(titles)
    expect(excerpt.rows.map(row => row.length)).toEqual(Array.from({ length: 8 }, () => titles.length))
    expect(excerpt.rows.flat().join('')).not.toContain('\n')
    expect(note).toBe('The first 8 of 12 rows; more of them follow the charts.')
  },
)

test('a panel that shows all rows of a table says so when columns are missing', async () => {
  const section = sampleSection('Search', { events: 3 })
  const [table] = section.tables
  if (!table) throw new Error('a Search has a table')
  const printed = await printedTable(table, section, 10, 'UTC', never)
  expect(excerptOf(printed, 1_000).note).toBe('')
  expect(excerptOf(printed, 300).note).toBe('The table with all columns follows the charts.')
})

test('columns fill no more than the page, and each has its least', () => {
  const wish = fc
    .tuple(fc.double({ min: 5, max: 300, noNaN: true }), fc.double({ min: 0, max: 1_000, noNaN: true }))
    .map(([min, more]) => ({ min, natural: min + more }))
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 12 }), fc.integer({ min: 100, max: 900 }), (wishes, maxWidth) => {
      const widths = columnWidths(wishes, maxWidth)
      const least = wishes.reduce((sum, each) => sum + each.min, 0)
      if (!widths) return least > maxWidth
      const whole = widths.reduce((sum, width) => sum + width, 0)
      return (
        whole <= maxWidth + 0.01 && widths.every((width, index) => width >= (wishes[index]?.min ?? 0) - 0.01)
      )
    }),
  )
})

test('the rows of a dashboard are the rows of its grid, each as wide as the page', () => {
  const rows = gridRows(sampleDashboard().sections)
  expect(
    rows.map(row => row.map(({ section, share }) => [section.title.slice(0, 8), share.toFixed(2)])),
  ).toEqual([
    [['Events', '1.00']],
    [
      ['Severiti', '0.33'],
      ['Busiest ', '0.67'],
    ],
    [
      ['Programs', '0.50'],
      ['Last hea', '0.50'],
    ],
    [
      ['Processo', '0.33'],
      ['Memory', '0.33'],
      ['Network', '0.33'],
    ],
    [
      ['Latest e', '0.67'],
      ['Errors b', '0.33'],
    ],
    [
      ['Notifica', '0.50'],
      ['Received', '0.50'],
    ],
  ])
})

test.each([
  ['UTC', '2026-11-19 14:00:00 to 2026-11-20 14:00:00 (UTC)'],
  ['America/St_Johns', '2026-11-19 10:30:00 to 2026-11-20 10:30:00 (America/St_Johns, UTC−03:30)'],
])('a range in %s', (zone, text) => {
  expect(rangeText(sampleSection('EventRate'), zone)).toBe(text)
})

test('a range that most sections have is shown once, others by their sections', () => {
  const [one, other, tasks] = [sampleSection('EventRate'), sampleSection('TopN'), sampleSection('Tasks')]
  const moved = { ...other, range: { from: 0, to: 60 } }
  const rangeOf = (...sections: Section[]) => documentHeadOf(sampleDocument(sections)).range
  expect(rangeOf(one, tasks, tasks)).toBe(rangeText(one, 'Europe/Berlin'))
  expect(rangeOf(one, moved)).toBe('')
  const masthead = documentHeadOf(sampleDocument([one, moved, other]))
  expect(masthead.range).toBe(rangeText(one, 'Europe/Berlin'))
  expect([one, moved, tasks].map(section => ownRange(section, masthead, 'UTC') !== '')).toEqual([
    true,
    true,
    false,
  ])
  expect(ownRange(other, masthead, 'Europe/Berlin')).toBe('')
})
