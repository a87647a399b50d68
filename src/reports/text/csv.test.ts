import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxRowsIn } from '../../schema/reports/export-format.ts'
import type { Column, ReportDocument, Row, Section, Table } from '../document/document.ts'
import { Collected } from '../testing/collect.ts'
import { writeCsv } from './csv.ts'
import { CsvByteWriter } from './csv-byte-writer.ts'

const { signal } = new AbortController()

function sectionWith(tables: Table[], more: Partial<Section> = {}): Section {
  return {
    title: 'Top hosts',
    type: 'TopN',
    range: undefined,
    filter: '',
    caveats: [],
    figures: [],
    tables,
    events: undefined,
    cursors: undefined,
    query: undefined,
    widget: undefined,
    note: undefined,
    failure: undefined,
    ...more,
  }
}

function documentWith(sections: Section[], timezone = 'UTC'): ReportDocument {
  return {
    title: 'x',
    kind: 'query',
    sections,
    timezone,
    generatedAt: 1_767_225_600,
    host: 'logs-1',
    maxRows: 1e6,
  }
}

const columns: readonly Column[] = [
  { name: 'name', title: 'Host', kind: 'text' },
  { name: 'count', title: 'Occurrences', kind: 'integer' },
  { name: 'last_seen', title: 'Last seen', kind: 'time' },
]

async function csvOf(rows: Table['rows'], count: number, timezone?: string) {
  const out = new Collected()
  const document = documentWith([sectionWith([{ title: '', columns, rows, count }])], timezone)
  const written = await writeCsv(document, out, signal)
  return { text: out.text, written }
}

test('is member names, then rows; a time is Unix seconds and its date in the zone', async () => {
  const rows: Row[] = [
    ['fw-1', 90, 1_767_229_170.32],
    ['fw-2', -12.5, 1_767_229_199.082937],
    ['', null, null],
  ]
  const { text } = await csvOf(rows, 3, 'Asia/Kolkata')
  expect(text).toBe(
    'name,count,last_seen,last_seen_date\r\n' +
      'fw-1,90,1767229170.32,2026/01/01 06:29:30\r\n' +
      'fw-2,-12.5,1767229199.082937,2026/01/01 06:29:59\r\n' +
      ',,,\r\n',
  )
})

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines, 東京', '"two\r\nlines, 東京"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', "'＝1+1"],
  ['1=1', '1=1'],
  [' =1', ' =1'],
  ["'=1", "'=1"],
  // With a decimal comma a semicolon separates cells, and quotes within a row are plain characters.
  [';=1', `";'=1"`],
  ['a;;=1+1;@x', `"a;;'=1+1;'@x"`],
  ['a;\t=1', `"a;'\t=1"`],
  ['a;b', '"a;b"'],
  ['=1;=2', `"'=1;'=2"`],
  ['é;＝1', `"é;'＝1"`],
  [';', '";"'],
])('the text %j is the cell %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
  expect(cellOfBytes(text)).toBe(cell)
})

function cellOf(text: string): string {
  const bytes = new CsvByteWriter()
  bytes.text(text)
  return taken(bytes)
}

/** As `cellOf`, for a text in UTF-8. */
function cellOfBytes(text: string): string {
  const bytes = new CsvByteWriter()
  const source = Buffer.from(`${text}   `)
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength)
  bytes.textAt({ bytes: source, view }, 0, source.length - 3)
  return taken(bytes)
}

function taken(bytes: CsvByteWriter): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.take())
}

/** Reads RFC 4180 character by character. */
function readCell(cell: string): string {
  if (!cell.startsWith('"')) return cell
  expect(cell.length).toBeGreaterThan(1)
  expect(cell.endsWith('"')).toBe(true)
  return cell.slice(1, -1).replaceAll('""', '"')
}

const apostrophes = /(^|;)'(?=[=+\-@\t\r\n＝＋－＠])/g

test('any text is read again, with an apostrophe where a spreadsheet would run it', () => {
  const pieces = fc.oneof(fc.string(), fc.constantFrom(...'=+-@\t\r\n",;\'é東😀'.split(/(?:)/u)))
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), parts => {
      const text = parts.join('').toWellFormed()
      const cell = cellOf(text)
      const read = readCell(cell)
      expect(cellOfBytes(text)).toBe(cell)
      expect(read.replace(apostrophes, '$1')).toBe(text.replace(apostrophes, '$1'))
      expect(read).not.toMatch(/(?:^|;)[=+\-@\t\r\n＝＋－＠]/)
      if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",;\r\n]/)
    }),
  )
})

test('numbers and moments are written as JSON writes them', () => {
  const seconds = fc.integer({ min: 0, max: 4e15 }).map(micros => micros / 1e6)
  fc.assert(
    fc.property(
      fc.oneof(seconds, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()),
      value => {
        const bytes = new CsvByteWriter()
        bytes.seconds(value)
        bytes.comma()
        bytes.number(value)
        expect(new TextDecoder().decode(bytes.take())).toBe(`${value},${value}`)
      },
    ),
  )
})

test.each([
  { of: 'all of them', maxRows: undefined, wanted: 1_250_000, outcome: {} },
  { of: 'as many as a bound allows', maxRows: 120_000, wanted: 120_000, outcome: { cappedFrom: 1_250_000 } },
])('rows come in batches, far more than fit a buffer: $of', async ({ maxRows, wanted, outcome }) => {
  const count = 1_250_000
  const batch: Row[] = Array.from({ length: 50_000 }, () => ['h', 1, null])
  let read = 0
  async function* rows() {
    while (read < count) {
      read += batch.length
      yield batch
    }
  }
  let bytes = 0
  const out = {
    async write(piece: Uint8Array) {
      bytes += piece.length
    },
  }
  const table = { title: '', columns: columns.slice(0, 2), rows: rows(), count }
  const document = { ...documentWith([sectionWith([table])]), maxRows: maxRowsIn('csv', maxRows) }
  expect(await writeCsv(document, out, signal)).toEqual(outcome)
  expect(bytes).toBe('name,count\r\n'.length + wanted * 'h,1\r\n'.length)
  expect(read).toBe(Math.ceil(wanted / batch.length) * batch.length)
})

test('a failure says why', async () => {
  const out = new Collected()
  const failure = { code: 'query_memory', detail: 'Too much, "really".' }
  await writeCsv(documentWith([sectionWith([], { type: undefined, failure })]), out, signal)
  expect(out.text).toBe('code,detail\r\nquery_memory,"Too much, ""really""."\r\n')
})

test('ends when its reader is gone', async () => {
  const stop = new AbortController()
  async function* rows(): AsyncIterable<readonly Row[]> {
    for (;;) {
      stop.abort(new Error('gone'))
      yield [['h', 1, null]]
    }
  }
  const table = { title: '', columns, rows: rows(), count: 5 }
  const written = writeCsv(documentWith([sectionWith([table])]), new Collected(), stop.signal)
  await expect(written).rejects.toThrow('gone')
})
