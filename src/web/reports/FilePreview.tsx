import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { ShortReport } from '../../schema/report.ts'
import { useRead } from '../state/use-read.ts'
import { readFileStart } from '../wire/reports.ts'
import { saidBy } from '../wire/wire-error.ts'
import { canShowDocument, DocumentPreview } from './DocumentPreview.tsx'
import { csvTable, jsonTable } from './file-table.ts'

/** Bytes of a file that are looked at, and rows that are shown of them. */
const startBytes = 262_144
const mostRows = 20

/** Tables are shown, and documents that browsers read; other formats are not, and zips are not opened. */
export function hasPreview(report: ShortReport): boolean {
  const { format, file_name: name } = report
  return (
    canShowDocument(report) ||
    ((format === 'csv' || format === 'json') && name !== null && !name.endsWith('.zip'))
  )
}

/** The document itself, or the first rows of a table. */
export function FilePreview({ report }: { report: ShortReport }) {
  return canShowDocument(report) ? <DocumentPreview id={report.id} /> : <TablePreview report={report} />
}

function TablePreview({ report }: { report: ShortReport }) {
  const { value: text, error } = useRead(String(report.id), readStart)
  if (error !== undefined) return <p className="field-hint bad">{saidBy(error)}</p>
  if (text === undefined) return <div className="panel-wait" />
  const isWhole = (report.file_size ?? 0) <= startBytes
  const table =
    report.format === 'csv' ? csvTable(text, isWhole, mostRows) : jsonTable(text, isWhole, mostRows)
  if (!table || table.rows.length === 0) return <p className="soft">There are no rows in it.</p>
  return (
    <>
      <h3>
        {table.rows.length < mostRows ? 'All rows' : `The first ${exactNumber(table.rows.length)} rows`}
      </h3>
      <section
        className="preview"
        aria-label="First rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table className="list-table mono">
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
                <th key={index} scope="col">
                  {printable(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and never move
              <tr key={index}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as the columns
                  <td key={column}>{printable(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function readStart(id: string, signal: AbortSignal): Promise<string> {
  return readFileStart(Number(id), startBytes, signal)
}
