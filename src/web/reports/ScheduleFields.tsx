import { clockText, momentText } from '../../charts/time-text.ts'
import { cronFields, readCron } from '../../schema/crontab.ts'
import { zoneNamed } from '../../time/zone.ts'
import { Field } from '../components/Field.tsx'
import { cronText } from './cron-text.ts'
import { nextRuns } from './next-runs.ts'
import { type CronTexts, cronPresets, type ReportForm } from './report-form.ts'

interface Props {
  form: ReportForm
  /** What is wrong, by field. */
  faults: ReadonlyMap<string, string>
  onChange: (change: Partial<ReportForm>) => void
}

const captions: Record<keyof CronTexts, string> = {
  minute: 'Minute',
  hour: 'Hour',
  day_of_month: 'Day of month',
  month_of_year: 'Month',
  day_of_week: 'Weekday',
}
const shownRuns = 3

/** When a schedule runs: by a crontab, told in words and by its next runs, or once. */
export function ScheduleFields({ form, faults, onChange }: Props) {
  if (form.when === 't') {
    return (
      <Field label="At" hint={`Local time in ${form.timezone}`} fault={faults.get('schedule')}>
        {marks => (
          <input
            {...marks}
            className="field"
            type="datetime-local"
            required
            value={form.at}
            onChange={event => onChange({ at: event.target.value })}
          />
        )}
      </Field>
    )
  }
  const preset = cronPresets.findIndex(([, cron]) =>
    cronFields.every(({ name }) => cron[name] === form.cron[name]),
  )
  return (
    <>
      <Field label="Repeat" fault={faults.get('schedule')}>
        {marks => (
          <select
            {...marks}
            className="field"
            value={preset}
            onChange={event => {
              const chosen = cronPresets[Number(event.target.value)]
              if (chosen) onChange({ cron: chosen[1] })
            }}
          >
            {cronPresets.map(([name], index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
            <option value={-1} disabled={preset !== -1}>
              As written below
            </option>
          </select>
        )}
      </Field>
      <fieldset className="cron whole">
        <legend className="unseen">Crontab</legend>
        {cronFields.map(({ name }) => (
          <Field key={name} label={captions[name]} fault={faults.get(name)}>
            {marks => (
              <input
                {...marks}
                className="field mono"
                required
                maxLength={200}
                autoComplete="off"
                value={form.cron[name]}
                onChange={event => onChange({ cron: { ...form.cron, [name]: event.target.value } })}
              />
            )}
          </Field>
        ))}
        <CronSummary cron={form.cron} zone={form.timezone} />
      </fieldset>
    </>
  )
}

function CronSummary({ cron, zone }: { cron: CronTexts; zone: string }) {
  const read = readCron(cron)
  if ('faults' in read) {
    return (
      <p className="cron-meaning bad" role="status">
        Use *, values, lists (1,15), ranges (mon-fri) and steps (*/15).
      </p>
    )
  }
  const runs = zoneNamed(zone) !== undefined ? nextRuns(read, zone, Date.now() / 1000, shownRuns) : []
  return (
    <div className="cron-meaning" role="status">
      <strong>{cronText(read)}</strong>
      {runs.length > 0 ? (
        <span className="soft number">
          Next:{' '}
          {runs
            .map(
              run =>
                `${weekday(run, zone)} ${momentText(run, zone).slice(0, 10)} ${clockText(run, zone).slice(0, 5)}`,
            )
            .join(' · ')}
        </span>
      ) : (
        <span className="soft">
          {zoneNamed(zone) !== undefined ? 'It never comes.' : 'The time zone is not known here.'}
        </span>
      )}
    </div>
  )
}

function weekday(seconds: number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(seconds * 1000)
}
