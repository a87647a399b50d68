import { type ReactNode, useEffect, useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText, spanText } from '../../charts/time-text.ts'
import type { ShortReport } from '../../schema/reports/report.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { errorText } from '../api/http/api-error.ts'
import { fetchFile, reportFileAddress } from '../api/reports.ts'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { printableText } from '../components/printable-text.ts'
import { formatText } from '../files/formats.ts'
import { useZone } from '../state/preferences.ts'
import { useFetch } from '../state/use-read.ts'
import { reportTexts } from '../texts/reports.ts'
import { hasAllRows, parseCsvTable, parseJsonTable } from './file-table.ts'
import { isUnfinished, StatusBadge } from './StatusBadge.tsx'
import { useReport } from './use-reports.ts'

const texts = reportTexts.detail

/** A report: its status and metadata, its queries, and a preview of its file. */
export function ReportDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: report, error } = useReport<ShortReport>(`/api/reports/${id}`, isUnfinished)
  return (
    <Dialog title={report?.title ?? texts.title} onClose={onClose} width={860}>
      {!report && error !== undefined && <ErrorNotice title={texts.failed} error={error} />}
      {report && <ReportFields report={report} />}
      {report?.status === 'SUCCESS' && hasPreview(report) && <FilePreview report={report} />}
      {report?.status === 'SUCCESS' && (
        <div className="form-actions">
          <a className="button primary" href={reportFileAddress(report.id)} download>
            <Icon name="download" size={14} />{' '}
            {texts.download(report.file_size === null ? '' : formatFileSize(report.file_size))}
          </a>
        </div>
      )}
    </Dialog>
  )
}

function ReportFields({ report }: { report: ShortReport }) {
  const zone = useZone()
  const moment = (seconds: number | null) => seconds !== null && momentText(seconds, zone)
  const { owner, mail, parts = [], rows_capped_from: total, data_hash: hash } = report
  const rows: [name: string, value: ReactNode][] = [
    [texts.status, <StatusBadge key="status" {...report} />],
    [texts.error, report.error?.detail],
    [texts.format, formatText(report.format)],
    [
      texts.requested,
      texts.requestedBy(momentText(report.created_at, zone), owner.fullname || owner.username),
    ],
    [texts.plannedAt, moment(report.planned_at)],
    [texts.created, moment(report.finished_at)],
    [texts.expires, moment(report.expires_at)],
    [texts.timezone, report.timezone],
    [texts.rows, total !== null && texts.truncated(exactNumber(total))],
    [texts.mail, mail && texts.mailText(mail.status, mail.emails.join(', '), mail.error)],
    [texts.hash, hash !== null && <code className="mono hash">{hash}</code>],
  ]
  return (
    <>
      <dl className="facts">
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{printableText(value)}</dd>
            </div>
          ))}
      </dl>
      {parts.length > 0 && (
        <>
          <h3>{texts.contents}</h3>
          <ul className="detail-parts stack gap-4">
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and never move
              <li key={index}>
                <b>{printable(part.title)}</b> <span className="faint">{part.type}</span>
                <span className="soft number">
                  {part.ts_from !== null && part.ts_to !== null
                    ? spanText(part.ts_from, part.ts_to, zone)
                    : texts.noRange}
                </span>
                {part.error && <span className="error-line">{errorText(part.error)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Maximum bytes of a file that the preview of a table reads. */
const maxPreviewBytes = 262_144
/** Maximum rows that the preview of a table shows. */
const maxRows = 20
/** A larger pdf has no preview. */
const maxDocumentBytes = 20_000_000

/**
 * Whether the file is a csv or json, but not a zip archive of several, or a pdf that the browser can show.
 */
function hasPreview(report: ShortReport): boolean {
  const { format, file_name: name } = report
  return (
    canPreviewDocument(report) ||
    ((format === 'csv' || format === 'json') && name !== null && !name.endsWith('.zip'))
  )
}

/** A preview of a pdf, or of the first rows of a table. */
function FilePreview({ report }: { report: ShortReport }) {
  return canPreviewDocument(report) ? <DocumentPreview id={report.id} /> : <TablePreview report={report} />
}

function TablePreview({ report }: { report: ShortReport }) {
  const { data: text, error } = useFetch(reportFileAddress(report.id), readStart)
  if (error !== undefined) return <p className="field-hint bad">{errorText(error)}</p>
  if (text === undefined) return <div className="panel-wait shimmer" />
  const isWhole = (report.file_size ?? 0) <= maxPreviewBytes
  const table =
    report.format === 'csv' ? parseCsvTable(text, isWhole, maxRows) : parseJsonTable(text, isWhole, maxRows)
  if (!table || table.rows.length === 0) return <p className="soft">{texts.noRows}</p>
  return (
    <>
      <h3>
        {hasAllRows(table, isWhole, maxRows)
          ? texts.allRows
          : texts.firstRows(exactNumber(table.rows.length))}
      </h3>
      <section
        className="preview"
        aria-label={texts.preview}
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

async function readStart(address: string, signal: AbortSignal): Promise<string> {
  return (await fetchFile(address, signal, { range: `bytes=0-${maxPreviewBytes - 1}` })).text()
}

/** Whether the browser can show the report's pdf. */
function canPreviewDocument({ format, file_size: bytes }: ShortReport): boolean {
  return format === 'pdf' && navigator.pdfViewerEnabled && bytes !== null && bytes <= maxDocumentBytes
}

/** Shows a pdf in the browser's viewer, from a blob: the service forbids frames. */
function DocumentPreview({ id }: { id: number }) {
  const { data: file, error } = useFetch(reportFileAddress(id), readDocument)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    const objectUrl = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  if (error !== undefined) return <p className="field-hint bad">{errorText(error)}</p>
  if (address === undefined) return <div className="panel-wait shimmer" />
  return <iframe className="document-preview" title={texts.document} src={address} />
}

async function readDocument(address: string, signal: AbortSignal): Promise<Blob> {
  return (await fetchFile(address, signal)).blob()
}
