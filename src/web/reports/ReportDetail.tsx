import type { ReactNode } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { momentText, spanText } from '../../charts/time-text.ts'
import type { ShortReport } from '../../schema/report.ts'
import { errorText } from '../api/api-error.ts'
import { readReport, reportFileAddress } from '../api/reports.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Icon } from '../components/Icon.tsx'
import { Notice } from '../components/Notice.tsx'
import { byteText } from '../exports/byte-text.ts'
import { formatText } from '../exports/formats.ts'
import { useZone } from '../state/preferences.ts'
import { FilePreview, hasPreview } from './FilePreview.tsx'
import { isInProgress, StatusBadge } from './StatusBadge.tsx'
import { usePolledFetch } from './use-polled-fetch.ts'

/** One report: what it was made of, how it went, and the beginning of its file where that is a table. */
export function ReportDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { value: report, error } = usePolledFetch(String(id), readReport, isInProgress)
  return (
    <Dialog title={report?.title ?? 'Report'} onClose={onClose} className="report-detail">
      {!report && error !== undefined && (
        <Notice title="This report cannot be shown" bad>
          {errorText(error)}
        </Notice>
      )}
      {report && <ReportFields report={report} />}
      {report?.status === 'SUCCESS' && hasPreview(report) && <FilePreview report={report} />}
      {report?.status === 'SUCCESS' && (
        <div className="form-actions">
          <a className="button primary" href={reportFileAddress(report.id)} download>
            <Icon name="download" size={14} /> Download{' '}
            {report.file_size !== null && byteText(report.file_size)}
          </a>
        </div>
      )}
    </Dialog>
  )
}

function ReportFields({ report }: { report: ShortReport }) {
  const zone = useZone()
  const moment = (seconds: number) => momentText(seconds, zone)
  const { error, mail, parts = [], rows_capped_from: cappedFrom, planned_at: planned } = report
  const rows: [name: string, value: ReactNode][] = [
    ['State', <StatusBadge key="state" status={report.status} progress={report.progress} />],
    ...(error ? [['Why', error.detail] as [string, string]] : []),
    ['Format', formatText(report.format)],
    ['Asked for', `${moment(report.created_at)} by ${report.owner.fullname || report.owner.username}`],
    ...(planned !== null ? [['Planned for', moment(planned)] as [string, string]] : []),
    ...(report.finished_at !== null ? [['Made', moment(report.finished_at)] as [string, string]] : []),
    ...(report.expires_at !== null ? [['Kept until', moment(report.expires_at)] as [string, string]] : []),
    ['Times in', report.timezone],
    ...(cappedFrom !== null ? [['Rows', `Not all of ${exactNumber(cappedFrom)}`] as [string, string]] : []),
    ...(mail
      ? [
          ['Mailed', `${mail.status}: ${mail.emails.join(', ')}${mail.error ? ` (${mail.error})` : ''}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(report.data_hash !== null
      ? [
          [
            'SHA-256 of its data',
            <code key="hash" className="mono hash">
              {report.data_hash}
            </code>,
          ] as [string, ReactNode],
        ]
      : []),
  ]
  return (
    <>
      <dl className="detail-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {parts.length > 0 && (
        <>
          <h3>Made of</h3>
          <ul className="detail-parts">
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and never move
              <li key={index}>
                <b>{part.title}</b> <span className="faint">{part.type}</span>
                <span className="soft number">
                  {part.ts_from !== null && part.ts_to !== null
                    ? spanText(part.ts_from, part.ts_to, zone)
                    : 'of no window'}
                </span>
                {part.error && <span className="bad-words">{part.error.detail}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
