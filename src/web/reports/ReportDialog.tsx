import { type FormEvent, useState } from 'react'
import { cronFields } from '../../schema/crontab.ts'
import { ReportSchedule } from '../../schema/report.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Field } from '../components/Field.tsx'
import { showToast } from '../components/toast.tsx'
import { formatNames, formats } from '../exports/formats.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { defaultPresets, presetText } from '../time/range.ts'
import { formFaults } from './field-faults.ts'
import type { ReportDialogInput } from './report-dialog-input.ts'
import { addressesIn, dailyCron, formOf, type ReportForm, type When } from './report-form.ts'
import { reportsAddress } from './reports-address.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { SubjectField } from './SubjectField.tsx'
import { hintOf, labelOf } from './schedule-labels.ts'
import { sendReport } from './send-report.ts'
import { notifyReportsChanged } from './use-polled-fetch.ts'
import '../styles/reports.css'

const fieldsWithErrors = [
  ...['title', 'format', 'time_range', 'timezone', 'emails', 'deliver', 'is_active', 'retention'],
  ...['query', 'schedule', ...cronFields.map(({ name }) => name)],
]
const whens: [when: When, text: string][] = [
  ['now', 'Now, once'],
  ['c', 'Again and again'],
  ['t', 'Later, once'],
]
const ownRangeTexts = {
  query: 'That of the query',
  page: 'That of this page',
  dashboard: 'That of its widgets',
}
const zones = Intl.supportedValuesOf('timeZone')

/** The form of a report made at once, of a new schedule, and of one that is changed. */
export function ReportDialog({ wish, onClose }: { wish: ReportDialogInput; onClose: () => void }) {
  const zone = useZone()
  const { schedule } = wish
  const [form, setForm] = useState<ReportForm>(() => (schedule ? formOf(schedule) : emptyForm(wish, zone)))
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const change = (change: Partial<ReportForm>) => setForm(before => ({ ...before, ...change }))
  const { fields: faults, rest } = formFaults(error, fieldsWithErrors, {
    emails: addressesIn(form.emails),
    filterFields: filterOf(wish.query ?? schedule?.query ?? undefined),
  })
  const fault = (member: string) => faults.get(member)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await sendReport(form, wish)
      onClose()
      showToast(confirmationText(form, schedule !== undefined))
      navigate(reportsAddress(form.when === 'now' ? {} : { view: 'schedules' }))
      notifyReportsChanged()
    } catch (refusal) {
      setError(refusal)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={schedule ? 'Change the schedule' : 'Report'} onClose={onClose} className="report-dialog">
      <form className="form-grid" onSubmit={submit}>
        {rest !== undefined && (
          <p className="complaint whole" role="alert">
            {rest}
          </p>
        )}
        <SubjectField
          wish={wish}
          subject={form.subject}
          fault={fault('query')}
          onChange={(subject, title) => change({ subject, title })}
        />
        <Field label={labelOf('title')} fault={fault('title')}>
          {marks => (
            <input
              {...marks}
              className="field"
              required
              maxLength={255}
              value={form.title}
              onChange={event => change({ title: event.target.value })}
            />
          )}
        </Field>
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
            <p className="field-hint">A zip of one file for each widget.</p>
          )}
          {fault('format') !== undefined && <p className="field-hint bad">{fault('format')}</p>}
        </fieldset>
        <Field label={labelOf('time_range')} fault={fault('time_range')}>
          {marks => (
            <select
              {...marks}
              className="field"
              value={form.range ?? 'kept'}
              onChange={event =>
                change({ range: event.target.value === 'kept' ? undefined : event.target.value })
              }
            >
              {schedule?.time_range && schedule.time_range.preset === undefined && (
                <option value="kept">As it is</option>
              )}
              <option value="">{ownRangeTexts[form.subject.kind]}</option>
              {[...new Set([...defaultPresets, ...(form.range ? [form.range] : [])])].map(preset => (
                <option key={preset} value={preset}>
                  {presetText(preset)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={labelOf('timezone')} fault={fault('timezone')}>
          {marks => (
            <>
              <input
                {...marks}
                className="field"
                required
                list="report-zones"
                value={form.timezone}
                onChange={event => change({ timezone: event.target.value })}
              />
              <datalist id="report-zones">
                <option value="UTC" />
                {zones.map(name => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <fieldset className="whens whole">
          <legend className="label">{labelOf('schedule')}</legend>
          {whens
            .filter(([when]) => !schedule || when !== 'now')
            .map(([when, text]) => (
              <label key={when} className="when-choice">
                <input
                  type="radio"
                  name="when"
                  checked={form.when === when}
                  onChange={() => change({ when })}
                />
                {text}
              </label>
            ))}
        </fieldset>
        {form.when !== 'now' && <ScheduleFields form={form} faults={faults} onChange={change} />}
        <Field
          label={labelOf('emails')}
          hint="Addresses with commas between; none: it is kept here alone"
          fault={fault('emails')}
        >
          {marks => (
            <input
              {...marks}
              className="field"
              autoComplete="off"
              value={form.emails}
              onChange={event => change({ emails: event.target.value })}
            />
          )}
        </Field>
        <Field label={labelOf('deliver')} hint={hintOf('deliver')} fault={fault('deliver')}>
          {marks => (
            <select
              {...marks}
              className="field"
              value={form.deliver}
              disabled={form.emails.trim() === ''}
              onChange={event => change({ deliver: event.target.value === 'link' ? 'link' : 'attachment' })}
            >
              <option value="attachment">Attachment</option>
              <option value="link">Link</option>
            </select>
          )}
        </Field>
        {form.when !== 'now' && (
          <>
            <Field label={labelOf('retention')} hint={hintOf('retention')} fault={fault('retention')}>
              {marks => (
                <input
                  {...marks}
                  className="field"
                  type="number"
                  min={1}
                  max={maxRetentionDays}
                  placeholder="As the service has it"
                  value={form.retention}
                  onChange={event => change({ retention: event.target.value })}
                />
              )}
            </Field>
            <label className="check">
              <input
                type="checkbox"
                checked={form.isActive}
                onChange={event => change({ isActive: event.target.checked })}
              />
              {labelOf('is_active')}: {hintOf('is_active')?.toLowerCase()}
            </label>
            {fault('is_active') !== undefined && <p className="field-hint bad">{fault('is_active')}</p>}
          </>
        )}
        <div className="form-actions whole">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            {schedule ? 'Save' : form.when === 'now' ? 'Make the report' : 'Make the schedule'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const maxRetentionDays = Number(Reflect.get(ReportSchedule.properties.retention, 'maximum'))

/** The names of the fields that a query filters on, in order. */
function filterOf(query: { params: object } | undefined): string[] {
  const filter: unknown = Reflect.get(query?.params ?? {}, 'filter')
  return Array.isArray(filter) ? filter.map(condition => String(Reflect.get(Object(condition), 'field'))) : []
}

function emptyForm(wish: ReportDialogInput, timezone: string): ReportForm {
  return {
    title: wish.title,
    subject: wish.dashboard ? { kind: 'page' } : { kind: 'query' },
    format: 'pdf',
    range: '',
    timezone,
    when: wish.recurring ? 'c' : 'now',
    cron: dailyCron,
    at: '',
    emails: '',
    deliver: 'attachment',
    isActive: true,
    retention: '',
  }
}

function confirmationText({ when, title }: ReportForm, changed: boolean): string {
  if (changed) return 'Saved'
  return when === 'now' ? `“${title}” is being made` : `“${title}” is scheduled`
}
