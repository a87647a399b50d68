import type { ReportStatus } from '../../schema/report.ts'

const badges: Record<ReportStatus, { text: string; tone: string }> = {
  PENDING: { text: 'Queued', tone: '' },
  IN_PROGRESS: { text: 'Running', tone: 'notice' },
  SUCCESS: { text: 'Ready', tone: 'info' },
  FAILURE: { text: 'Failed', tone: 'error' },
}

/** Status of a report; its progress while it is created. */
export function StatusBadge({ status, progress }: { status: ReportStatus; progress?: number }) {
  const { text, tone } = badges[status]
  if (status !== 'IN_PROGRESS' || progress === undefined)
    return <span className={`badge ${tone}`}>{text}</span>
  return (
    <span className="making">
      <progress max={100} value={progress} aria-label="Progress" />
      <span className="number soft">{Math.floor(progress)}%</span>
    </span>
  )
}

/** Whether a report is queued or being created. */
export function isInProgress({ status }: { status: ReportStatus }): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS'
}
