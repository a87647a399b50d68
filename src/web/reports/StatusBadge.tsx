import type { ReportStatus } from '../../schema/reports/report.ts'
import { reportTexts } from '../texts/reports.ts'

const tones: Record<ReportStatus, string> = {
  PENDING: '',
  IN_PROGRESS: 'notice',
  SUCCESS: 'success',
  FAILURE: 'error',
}

/** Status of a report; its progress while it is created. */
export function StatusBadge({ status, progress }: { status: ReportStatus; progress?: number }) {
  if (status !== 'IN_PROGRESS' || progress === undefined)
    return <span className={`badge ${tones[status]}`}>{reportTexts.statuses[status]}</span>
  return (
    <span className="report-progress">
      <progress max={100} value={progress} aria-label={reportTexts.progress} />
      <span className="number soft">{`${Math.floor(progress)}%`}</span>
    </span>
  )
}

/** Whether a report is queued or being created. */
export function isUnfinished({ status }: { status: ReportStatus }): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS'
}
