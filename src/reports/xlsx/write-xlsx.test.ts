import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import type { Cell, CellKind } from '../document/document.ts'
import { documentOf, queryDocument, sectionWith, start, tableOf } from './testing/documents.ts'
import { part } from './testing/read-workbook.ts'
import { sheet, written } from './testing/written.ts'
import { all } from './testing/xml.ts'
import { sheetNames } from './write-xlsx.ts'

const moment = 'yyyy-mm-dd hh:mm:ss'
const general = 'General'
/** An hour ahead of UTC. */
const berlin = (seconds: number) => (seconds + 3600) / 86_400 + 25_569

describe('cells', () => {
  test.each<[CellKind, Cell, string | number | undefined, string | undefined]>([
    ['integer', 1_234_567, 1_234_567, '#,##0'],
    ['integer', 0, 0, '#,##0'],
    ['number', 0.1, 0.1, '[=0]0;[<1]0.0000;#,##0.00'],
    ['percent', 12.5, 0.125, '0.00%'],
    ['bytes', 8e9, 8e9, undefined],
    ['time', start, berlin(start), moment],
    ['time', start + 0.5, berlin(start + 0.5), `${moment}.000`],
    ['time', -9e9, '-9000000000 s', general],
    ['text', '9007199254740993', '9007199254740993', general],
    ['text', '=HYPERLINK("http://198.51.100.7")', '=HYPERLINK("http://198.51.100.7")', general],
    ['text', '@SUM(1)', '@SUM(1)', general],
    ['text', 42, '42', general],
    ['integer', 'other', 'other', general],
    ['number', Number.NaN, 'NaN', general],
    ['text', '', undefined, undefined],
    ['integer', null, undefined, undefined],
  ])('%s %j is %j', async (kind, value, wanted, format) => {
    const { book } = await written(queryDocument(tableOf([kind], [[value]], 1)))
    const { cells, formats } = sheet(book, 'Events')
    expect(cells.A2).toBe(wanted)
    if (format !== undefined) expect(formats.A2).toBe(format)
  })

  test('text that begins like a formula stays text when it is edited; all else is not marked', async () => {
    const { book } = await written(queryDocument(tableOf(['text'], [['=1+1'], ['plain'], [-5]], 3)))
    const styles = all(part(book.parts, 'xl/styles.xml'), 'cellXfs')[0]?.children ?? []
    const quoted = all(sheet(book, 'Events').xml, 'c').map(
      ({ attributes }) => styles[Number(attributes.s)]?.attributes.quotePrefix,
    )
    expect(quoted).toEqual([undefined, '1', undefined, '1'])
  })

  test('any table comes back as it was', async () => {
    const text = fc.oneof(
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
        .map(codes => String.fromCharCode(...codes)),
      fc.constantFrom('=1', '_x000D_', ' ', '\r\n', ']]>'),
    )
    const row = fc.tuple(
      text,
      fc.option(fc.maxSafeInteger()),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async rows => {
        const { book } = await written(
          queryDocument(tableOf(['text', 'integer', 'number'], rows, rows.length)),
        )
        const wanted = rows.map(row =>
          row
            .filter(cell => cell !== null && cell !== '')
            .map(cell => (typeof cell === 'string' ? cell.toWellFormed() : Number(cell) + 0)),
        )
        const [, ...read] = sheet(book, 'Events').rows
        expect(read).toEqual(wanted.length === 0 ? [['No rows.']] : wanted)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a query', () => {
  const document = documentOf('query', [
    sectionWith({
      figures: [
        { name: 'count', title: 'Events', kind: 'integer', value: 2 },
        { name: 'avg', title: 'Average', kind: 'number', value: null },
      ],
      tables: [
        tableOf(
          ['time', 'text'],
          [
            [start, 'a'],
            [start + 1, 'b'],
          ],
          2,
        ),
        tableOf(['integer'], [[7]], 1),
      ],
    }),
  ])

  test('has a summary of what was asked, where and when', async () => {
    const { book, outcome } = await written(document)
    expect(outcome).toEqual({})
    expect(book.sheets.map(({ name }) => name)).toEqual(['Summary', 'Events', 'Events (2)'])
    expect(sheet(book, 'Summary').rows).toEqual([
      ['Failed logins'],
      ['Query type', 'Search'],
      ['From', berlin(start)],
      ['Until', berlin(start + 3600)],
      ['Filter', 'Message has "failed"'],
      ['Time zone', 'Europe/Berlin'],
      ['Generated', berlin(start + 3700)],
      ['Host', 'logs.example.net'],
      ['Figures'],
      ['Events', 2],
      ['Tables', 'Rows'],
      ['Events', 2],
      ['Events', 1],
    ])
    const links = all(sheet(book, 'Summary').xml, 'hyperlink').map(({ attributes }) => attributes)
    expect(links).toEqual([
      { ref: 'A15', location: "'Events'!A1" },
      { ref: 'A16', location: "'Events (2)'!A1" },
    ])
  })

  test('has one sheet a table: header in sight, sortable, the zone named', async () => {
    const { book } = await written(document)
    const { rows, xml } = sheet(book, 'Events')
    expect(rows[0]).toEqual(['time (Europe/Berlin)', 'text'])
    expect(all(xml, 'pane')[0]?.attributes).toMatchObject({ ySplit: '1', state: 'frozen' })
    expect(all(xml, 'autoFilter')[0]?.attributes.ref).toBe('A1:B3')
    const names = all(part(book.parts, 'xl/workbook.xml'), 'definedName')
    expect(names.map(({ attributes, text }) => [attributes.name, attributes.localSheetId, text])).toEqual([
      ['_xlnm._FilterDatabase', '1', "'Events'!$A$1:$B$3"],
      ['_xlnm.Print_Area', '1', "'Events'!$A$1:$B$3"],
      ['_xlnm.Print_Titles', '1', "'Events'!$1:$1"],
      ['_xlnm._FilterDatabase', '2', "'Events (2)'!$A$1:$A$2"],
      ['_xlnm.Print_Area', '2', "'Events (2)'!$A$1:$A$2"],
      ['_xlnm.Print_Titles', '2', "'Events (2)'!$1:$1"],
    ])
  })

  test('says in its properties who made it and when', async () => {
    const core = part((await written(document)).book.parts, 'docProps/core.xml')
    expect(core.children.map(({ name, text }) => [name, text])).toEqual([
      ['dc:title', 'Failed logins'],
      ['dc:creator', 'Millrace'],
      ['dcterms:created', '2026-11-04T14:01:40Z'],
    ])
  })
})

test('a dashboard has an overview and one sheet a widget, its tables below each other', async () => {
  const { book } = await written(
    documentOf('dashboard', [
      sectionWith({
        title: 'Logins: a/b',
        figures: [{ name: 'sum', title: 'Occurrences', kind: 'integer', value: 9 }],
        tables: [tableOf(['text'], [['a']], 1), { ...tableOf(['integer'], [[7]], 1), title: 'Parts' }],
      }),
      sectionWith({
        title: 'Broken',
        type: undefined,
        range: undefined,
        failure: { code: 'x', detail: 'no such field' },
      }),
      sectionWith({ title: 'Help', type: undefined, range: undefined, note: '=**Call** Ann' }),
    ]),
  )
  expect(book.sheets.map(({ name }) => name)).toEqual(['Overview', 'Logins- a-b', 'Broken'])
  expect(sheet(book, 'Overview').rows.slice(4)).toEqual([
    ['Widgets', 'Type', 'From', 'Until', 'Filter', 'Rows'],
    ['Logins: a/b', 'Search', berlin(start), berlin(start + 3600), 'Message has "failed"', 1],
    ['Broken', 'Message has "failed"', 'There is no answer: no such field'],
    ['Help', 'Note', 'Message has "failed"', '=**Call** Ann'],
    ['Figures', 'Value'],
    ['Logins: a/b', 'Occurrences', 9],
  ])
  expect(sheet(book, 'Logins- a-b').cells).toEqual({ A1: 'text', A2: 'a', A4: 'Parts', A5: 'integer', A6: 7 })
  expect(sheet(book, 'Broken').rows).toEqual([['There is no answer: no such field']])
})

test.each<[wanted: string[], names: string[]]>([
  [
    ['Top hosts', 'top HOSTS', 'Top hosts'],
    ['Top hosts', 'top HOSTS (2)', 'Top hosts (3)'],
  ],
  [['in/out: [all]*?\\'], ['in-out- -all----']],
  [
    ["'quoted'", ''],
    ['quoted', 'Sheet'],
  ],
  [['History'], ['History (2)']],
  [['a\u0000b\nc\u202ed'], ['a b c d']],
  [
    ['x'.repeat(40), 'x'.repeat(40)],
    [`${'x'.repeat(30)}…`, `${'x'.repeat(26)}… (2)`],
  ],
  [[`${'x'.repeat(29)}\u{1f525}\u{1f525}`], [`${'x'.repeat(29)}…`]],
  [['日誌サーバー'], ['日誌サーバー']],
  [['a_x0041_b'], ['a-x0041_b']],
])('%j become %j', (wanted, names) => {
  const name = sheetNames()
  expect(wanted.map(name)).toEqual(names)
})

test('every name is one that Excel takes, and none is there twice', () => {
  const text = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
    .map(codes => String.fromCharCode(...codes))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), wanted => {
      const name = sheetNames()
      const names = wanted.map(name)
      const legal = /^(?!')[^[\]:*?/\\\u0000-\u001f]{1,31}(?<!')$/
      expect(names.filter(name => !legal.test(name) || !name.isWellFormed())).toEqual([])
      expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length)
    }),
    { numRuns: runs(300) },
  )
})
