import { type FormEvent, useState } from 'react'
import { cronFields } from '../../schema/reports/crontab.ts'
import { ReportSchedule } from '../../schema/reports/report.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { type Option, SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { showToast } from '../components/toast.tsx'
import { formatNames, formats } from '../files/formats.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { reportTexts } from '../texts/reports.ts'
import { defaultPresets, presetText } from '../time/range-text.ts'
import { allZones } from '../time/zone-text.ts'
import { formFaults } from './field-faults.ts'
import type { ReportDialogInput } from './report-dialog-input.ts'
import { addressesIn, dailyCron, formOf, type ReportForm, type When } from './report-form.ts'
import { reportsAddress } from './reports-address.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { SubjectField } from './SubjectField.tsx'
import { sendReport } from './send-report.ts'
import { notifyReportsChanged } from './use-polled-fetch.ts'
import './reports.css'

const fieldsWithErrors = [
  'title',
  'format',
  'time_range',
  'timezone',
  'emails',
  'deliver',
  'is_active',
  'retention',
  'query',
  'schedule',
  ...cronFields.map(({ name }) => name),
]
const texts = reportTexts.dialog
const whens: readonly When[] = ['now', 'cron', 'later']
const zones = allZones()

/** The form for a new report, a new schedule, and an existing schedule. */
export function ReportDialog({ input, onClose }: { input: ReportDialogInput; onClose: () => void }) {
  const zone = useZone()
  const { schedule } = input
  const [form, setForm] = useState<ReportForm>(() => (schedule ? formOf(schedule) : emptyForm(input, zone)))
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const change = (change: Partial<ReportForm>) => setForm(before => ({ ...before, ...change }))
  const { fields: faults, rest } = formFaults(error, fieldsWithErrors, {
    emails: addressesIn(form.emails),
    filterFields: filterOf(input.query ?? schedule?.query ?? undefined),
  })

  const field = (member: keyof typeof ReportSchedule.properties) => ({
    label: labelOf(member),
    fault: faults.get(member),
  })
  const textField = (member: 'title' | 'timezone' | 'emails' | 'retention') => ({
    ...field(member),
    value: form[member],
    onChange: (value: string) => change({ [member]: value }),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await sendReport(form, input)
      onClose()
      showToast(confirmationText(form, schedule !== undefined))
      navigate(reportsAddress(form.when === 'now' ? {} : { view: 'schedules' }))
      notifyReportsChanged()
    } catch (error) {
      setError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={schedule ? texts.editTitle : texts.newTitle} onClose={onClose} className="report-dialog">
      <form className="form-grid" onSubmit={submit}>
        <FormFault text={rest} isWhole />
        <SubjectField
          input={input}
          subject={form.subject}
          fault={faults.get('query')}
          onChange={(subject, title) => change({ subject, title })}
        />
        <TextField {...textField('title')} required maxLength={255} />
        <fieldset className="formats whole">
          <legend className="label">{labelOf('format')}</legend>
          {formatNames.map(format => (
            <label key={format} className="format-choice">
              <input
                type="radio"
                name="format"
                checked={form.format === format}
                onChange={() => change({ format })}
              />
              <span>
                <b>{formats[format].name}</b>
                <small>{formats[format].use}</small>
              </span>
            </label>
          ))}
          {form.subject.kind !== 'query' && (form.format === 'csv' || form.format === 'json') && (
            <p className="field-hint">{texts.archive}</p>
          )}
          {faults.get('format') !== undefined && <p className="field-hint bad">{faults.get('format')}</p>}
        </fieldset>
        <SelectField
          {...field('time_range')}
          value={form.range ?? unchangedRange}
          options={rangeOptions(form, schedule)}
          onChange={range => change({ range: range === unchangedRange ? undefined : range })}
        />
        <TextField {...textField('timezone')} required list="report-zones" />
        <datalist id="report-zones">
          {zones.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <fieldset className="whens whole">
          <legend className="label">{labelOf('schedule')}</legend>
          {whens
            .filter(when => !schedule || when !== 'now')
            .map(when => (
              <label key={when} className="when-choice">
                <input
                  type="radio"
                  name="when"
                  checked={form.when === when}
                  onChange={() => change({ when })}
                />
                {texts.whens[when]}
              </label>
            ))}
        </fieldset>
        {form.when !== 'now' && <ScheduleFields form={form} faults={faults} onChange={change} />}
        <TextField {...textField('emails')} hint={texts.emailsHint} autoComplete="off" />
        <SelectField
          {...field('deliver')}
          hint={hintOf('deliver')}
          value={form.deliver}
          options={[
            { value: 'attachment', text: texts.deliver.attachment },
            { value: 'link', text: texts.deliver.link },
          ]}
          disabled={form.emails.trim() === ''}
          onChange={deliver => change({ deliver: deliver === 'link' ? 'link' : 'attachment' })}
        />
        {form.when !== 'now' && (
          <>
            <TextField
              {...textField('retention')}
              hint={hintOf('retention')}
              type="number"
              min={1}
              max={maxRetentionDays}
              placeholder={texts.defaultRetention}
            />
            <Check isOn={form.isActive} onChange={isOn => change({ isActive: isOn })}>
              {texts.withHint(labelOf('is_active'), hintOf('is_active') ?? '')}
            </Check>
            {faults.get('is_active') !== undefined && (
              <p className="field-hint bad">{faults.get('is_active')}</p>
            )}
          </>
        )}
        <div className="form-actions whole">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" className="primary" disabled={busy}>
            {schedule ? texts.save : form.when === 'now' ? texts.createReport : texts.createSchedule}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The option that keeps a schedule's time range if it is not a preset. */
const unchangedRange = 'kept'

function rangeOptions({ range, subject }: ReportForm, schedule: ReportSchedule | undefined): Option[] {
  const hasOwnRange = schedule?.time_range && schedule.time_range.preset === undefined
  const presets = new Set([...defaultPresets, ...(range ? [range] : [])])
  return [
    ...(hasOwnRange ? [{ value: unchangedRange, text: texts.ranges.unchanged }] : []),
    { value: '', text: texts.ranges[subject.kind] },
    ...[...presets].map(preset => ({ value: preset, text: presetText(preset) })),
  ]
}

const maxRetentionDays = Number(Reflect.get(ReportSchedule.properties.retention, 'maximum'))

/** Fields of a query's filter, in order. */
function filterOf(query: { params: object } | undefined): string[] {
  const filter: unknown = Reflect.get(query?.params ?? {}, 'filter')
  return Array.isArray(filter) ? filter.map(condition => String(Reflect.get(Object(condition), 'field'))) : []
}

function emptyForm(input: ReportDialogInput, timezone: string): ReportForm {
  return {
    title: input.title,
    subject:
      input.dashboardId !== undefined
        ? { kind: 'dashboard', id: input.dashboardId }
        : { kind: input.dashboard ? 'page' : 'query' },
    format: 'pdf',
    range: input.range ?? '',
    timezone,
    when: input.recurring ? 'cron' : 'now',
    cron: dailyCron,
    at: '',
    emails: '',
    deliver: 'attachment',
    isActive: true,
    retention: '',
  }
}

function confirmationText({ when, title }: ReportForm, changed: boolean): string {
  if (changed) return texts.saved
  return when === 'now' ? texts.creating(title) : texts.scheduled(title)
}

type Member = keyof typeof ReportSchedule.properties

/** The title of a member in the schema. */
function labelOf(member: Member): string {
  return textOf(member, 'title') ?? member
}

/** The description of a member in the schema. */
function hintOf(member: Member): string | undefined {
  return textOf(member, 'description')
}

function textOf(member: Member, name: 'title' | 'description'): string | undefined {
  const text: unknown = Reflect.get(ReportSchedule.properties[member], name)
  return typeof text === 'string' ? text : undefined
}
