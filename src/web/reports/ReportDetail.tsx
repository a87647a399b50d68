import type { ReactNode } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText, spanText } from '../../charts/time-text.ts'
import type { ShortReport } from '../../schema/reports/report.ts'
import { errorText } from '../api/http/api-error.ts'
import { get } from '../api/http/request.ts'
import { reportFileAddress } from '../api/reports.ts'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { printableText } from '../components/printable-text.ts'
import { byteText } from '../files/byte-text.ts'
import { formatText } from '../files/formats.ts'
import { useZone } from '../state/preferences.ts'
import { reportTexts } from '../texts/reports.ts'
import { FilePreview, hasPreview } from './FilePreview.tsx'
import { isInProgress, StatusBadge } from './StatusBadge.tsx'
import { usePolledFetch } from './use-polled-fetch.ts'

const texts = reportTexts.detail

/** A report: its status and metadata, its queries, and a preview of its file. */
export function ReportDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: report, error } = usePolledFetch(`/api/reports/${id}`, get<ShortReport>, isInProgress)
  return (
    <Dialog title={report?.title ?? texts.title} onClose={onClose} width={860}>
      {!report && error !== undefined && <ErrorNotice title={texts.failed} error={error} />}
      {report && <ReportFields report={report} />}
      {report?.status === 'SUCCESS' && hasPreview(report) && <FilePreview report={report} />}
      {report?.status === 'SUCCESS' && (
        <div className="form-actions">
          <a className="button primary" href={reportFileAddress(report.id)} download>
            <Icon name="download" size={14} />{' '}
            {texts.download(report.file_size === null ? '' : byteText(report.file_size))}
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
      <dl className="detail-list">
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
          <ul className="detail-parts">
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and never move
              <li key={index}>
                <b>{printable(part.title)}</b> <span className="faint">{part.type}</span>
                <span className="soft number">
                  {part.ts_from !== null && part.ts_to !== null
                    ? spanText(part.ts_from, part.ts_to, zone)
                    : texts.noRange}
                </span>
                {part.error && <span className="bad-words">{errorText(part.error)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
