import { CsvByteWriter } from '../../reports/text/csv-byte-writer.ts'
import { AuditEntry } from '../../schema/people/audit.ts'

const columns = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[] // the keys of this very object

/** RFC 4180 with a header of member names. `at_date` is the time in UTC; `changes` is JSON. */
export async function* auditCsv(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<Buffer> {
  const out = new CsvByteWriter()
  writeRow(out, ['at_date', ...columns])
  for await (const entries of pages) {
    for (const entry of entries)
      writeRow(out, [new Date(entry.at * 1_000).toISOString(), ...columns.map(name => entry[name])])
    yield Buffer.from(out.take())
  }
  yield Buffer.from(out.take())
}

/** A JSON list of entries. */
export async function* auditJson(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<Buffer> {
  let separator = '['
  for await (const entries of pages) {
    yield Buffer.from(separator + entries.map(entry => JSON.stringify(entry)).join(',\n'))
    separator = ',\n'
  }
  yield Buffer.from(separator === '[' ? '[]' : ']')
}

function writeRow(out: CsvByteWriter, cells: readonly unknown[]): void {
  for (const [index, cell] of cells.entries()) {
    if (index > 0) out.comma()
    if (typeof cell === 'string') out.text(cell)
    else if (typeof cell === 'number') out.number(cell)
    else if (cell !== null) out.json(JSON.stringify(cell))
  }
  out.endRow()
}
