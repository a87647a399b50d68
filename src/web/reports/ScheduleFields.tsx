import { minuteText } from '../../charts/time-text.ts'
import { cronFields, readCron } from '../../schema/reports/crontab.ts'
import { zoneNamed } from '../../time/zone.ts'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { cronText } from '../texts/cron-text.ts'
import { reportTexts } from '../texts/reports.ts'
import { nextRuns } from './next-runs.ts'
import { type CronTexts, cronPresets, type ReportForm } from './report-form.ts'

interface Props {
  form: ReportForm
  /** Faults by field. */
  faults: ReadonlyMap<string, string>
  onChange: (change: Partial<ReportForm>) => void
}

const texts = reportTexts.cron
/** Number of next runs that are shown. */
const maxShownRuns = 3

/** Form fields for when a schedule runs: a crontab with its next runs, or a single date and time. */
export function ScheduleFields({ form, faults, onChange }: Props) {
  if (form.when === 'later') {
    return (
      <TextField
        label={texts.at}
        hint={texts.inZone(form.timezone)}
        fault={faults.get('schedule')}
        type="datetime-local"
        required
        value={form.at}
        onChange={at => onChange({ at })}
      />
    )
  }
  // -1, the value of the option for a custom crontab, if it is none of the presets.
  const preset = cronPresets.findIndex(([, cron]) =>
    cronFields.every(({ name }) => cron[name] === form.cron[name]),
  )
  return (
    <>
      <SelectField
        label={texts.repeat}
        fault={faults.get('schedule')}
        value={String(preset)}
        options={[
          ...cronPresets.map(([text], index) => ({ value: String(index), text })),
          { value: '-1', text: texts.custom, disabled: preset !== -1 },
        ]}
        onChange={index => {
          const chosenPreset = cronPresets[Number(index)]
          if (chosenPreset) onChange({ cron: chosenPreset[1] })
        }}
      />
      <fieldset className="cron whole">
        <legend className="unseen">{texts.title}</legend>
        {cronFields.map(({ name }) => (
          <TextField
            key={name}
            label={texts.fields[name]}
            fault={faults.get(name)}
            inputClass="mono"
            required
            maxLength={200}
            autoComplete="off"
            value={form.cron[name]}
            onChange={value => onChange({ cron: { ...form.cron, [name]: value } })}
          />
        ))}
        <CronSummary cron={form.cron} zone={form.timezone} />
      </fieldset>
    </>
  )
}

/** A crontab in words, with its next runs. */
function CronSummary({ cron, zone }: { cron: CronTexts; zone: string }) {
  const read = readCron(cron)
  if ('faults' in read) {
    return (
      <p className="cron-meaning column bad" role="status">
        {texts.syntax}
      </p>
    )
  }
  const runs = nextRuns(read, zone, Date.now() / 1000, maxShownRuns)
  return (
    <div className="cron-meaning column" role="status">
      <strong>{cronText(read)}</strong>
      {runs.length > 0 ? (
        <span className="soft number">{texts.next(runs.map(run => runText(run, zone)).join(' · '))}</span>
      ) : (
        <span className="soft">{zoneNamed(zone) ? texts.never : texts.unknownZone}</span>
      )}
    </div>
  )
}

/** The time of a run, such as Tue 2026-11-03 14:05. */
function runText(seconds: number, zone: string): string {
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' })
  return `${weekday.format(seconds * 1000)} ${minuteText(seconds, zone)}`
}
