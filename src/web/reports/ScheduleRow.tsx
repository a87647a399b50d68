import { momentText } from '../../charts/time-text.ts'
import { readCron } from '../../schema/crontab.ts'
import type { ReportSchedule } from '../../schema/report.ts'
import { zoneNamed } from '../../time/zone.ts'
import { Icon } from '../components/Icon.tsx'
import { formatText } from '../exports/formats.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { cronText } from './cron-text.ts'
import { formOf } from './report-form.ts'
import { reportsAddress } from './reports-address.ts'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  schedule: ReportSchedule
  withOwner: boolean
  onRun: () => void
  /** Lets it rest, or run again. */
  onSwitch: () => void
  onChange: () => void
  onDelete: () => void
}

export function ScheduleRow({ schedule, withOwner, onRun, onSwitch, onChange, onDelete }: Props) {
  const pageZone = useZone()
  // Beside the words that say when, in their zone.
  const zone = zoneNamed(schedule.timezone) !== undefined ? schedule.timezone : pageZone
  const { id, title, next_run_at: next, last_report: last, emails, is_active: isActive } = schedule
  return (
    <tr className={isActive ? undefined : 'resting'}>
      <td className="cell-title">
        <button type="button" className="title-button" onClick={onChange}>
          {title}
        </button>
        {emails.length > 0 && (
          <span className="faint">
            To {emails[0]}
            {emails.length > 1 ? ` and ${emails.length - 1} more` : ''}
          </span>
        )}
        {last?.error && <span className="bad-words">{last.error.detail}</span>}
      </td>
      <td data-label="Runs">{scheduleText(schedule)}</td>
      <td data-label="Next" className="number">
        {!isActive ? (
          <span className="badge">Paused</span>
        ) : next === null ? (
          <span className="faint">Not any more</span>
        ) : (
          momentText(next, zone).slice(0, 16)
        )}
      </td>
      <td data-label="Newest report">
        {last === null ? <span className="faint">None yet</span> : <StatusBadge status={last.status} />}{' '}
        {last !== null && (
          <a className="history" href={reportsAddress({ schedule: id, all: withOwner })} onClick={followLink}>
            All of them
            <span className="unseen"> by {title}</span>
          </a>
        )}
      </td>
      <td data-label="Format">{formatText(schedule.format)}</td>
      {withOwner && <td data-label="Owner">{schedule.owner.username}</td>}
      <td className="cell-deeds">
        <button type="button" className="button small" aria-label={`Run ${title} now`} onClick={onRun}>
          <Icon name="play" size={12} /> Run now
        </button>
        <button
          type="button"
          className="button quiet small icon"
          aria-label={isActive ? `Pause ${title}` : `Resume ${title}`}
          title={isActive ? 'Pause' : 'Resume'}
          onClick={onSwitch}
        >
          <Icon name={isActive ? 'pause' : 'clock'} />
        </button>
        <button
          type="button"
          className="button quiet small icon"
          aria-label={`Change ${title}`}
          title="Change"
          onClick={onChange}
        >
          <Icon name="pen" />
        </button>
        <button
          type="button"
          className="button quiet small icon"
          aria-label={`Delete ${title}`}
          title="Delete"
          onClick={onDelete}
        >
          <Icon name="bin" />
        </button>
      </td>
    </tr>
  )
}

function scheduleText(schedule: ReportSchedule): string {
  if (schedule.schedule_type === 'a') return 'Once, at once'
  const { cron, at } = formOf(schedule)
  if (schedule.schedule_type === 't') return `Once, ${at.replace('T', ' ')} ${schedule.timezone}`
  const read = readCron(cron)
  const words = 'faults' in read ? Object.values(cron).join(' ') : cronText(read)
  return `${words} (${schedule.timezone})`
}
