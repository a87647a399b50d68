import { cronFields } from '../../schema/reports/crontab.ts'
import { type ReportSchedule, ReportScheduleDraft } from '../../schema/reports/report.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { type Option, SelectField } from '../components/forms/SelectField.tsx'
import { inputAttributes, memberShape } from '../components/forms/shape-field.ts'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
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
import { reportsKey } from './use-reports.ts'
import './reports.css'

/** Fields of the form that show errors of the service. The others are shown together above the buttons. */
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

/** The form for a new report or schedule, or for an existing schedule. It is open over any page. */
export function ReportDialog({ input, onClose }: { input: ReportDialogInput; onClose: () => void }) {
  const zone = useZone()
  const { schedule } = input
  const form = useForm({
    shape: ReportScheduleDraft,
    initial: () => (schedule ? formOf(schedule) : emptyForm(input, zone)),
    send: async values => {
      await sendReport(values, input)
      return values
    },
    reloads: [reportsKey],
    onSent: sent => {
      onClose()
      showToast(confirmationText(sent, schedule !== undefined))
      navigate(reportsAddress(sent.when === 'now' ? {} : { view: 'schedules' }))
    },
  })
  const { values, set } = form
  const createLabel = values.when === 'now' ? texts.createReport : texts.createSchedule
  const { fields: faults, generalFault } = formFaults(form.error ?? undefined, fieldsWithErrors, {
    emails: addressesIn(values.emails),
    filterFields: filterFieldsOf(
      values.subject.kind === 'search' ? values.subject.query : (input.query ?? schedule?.query ?? undefined),
    ),
  })
  const textField = (member: 'title' | 'timezone' | 'emails' | 'retention') => ({
    ...form.field(member),
    fault: faults.get(member),
  })

  return (
    <FormDialog
      title={schedule ? texts.editTitle : texts.newTitle}
      className="report-dialog"
      isGrid
      form={{ ...form, generalFault }}
      action={schedule ? texts.save : createLabel}
      onClose={onClose}
    >
      <SubjectField
        input={input}
        subject={values.subject}
        fault={faults.get('query')}
        onChange={(subject, title) => set({ subject, title })}
      />
      <TextField {...textField('title')} />
      <fieldset className="formats whole">
        <legend className="label">{labelOf('format')}</legend>
        {formatNames.map(format => (
          <label key={format} className="choice-card">
            <input
              type="radio"
              name="format"
              checked={values.format === format}
              onChange={() => set({ format })}
            />
            <span>
              <b>{formats[format].name}</b>
              <small>{formats[format].use}</small>
            </span>
          </label>
        ))}
        {(values.subject.kind === 'dashboard' || values.subject.kind === 'page') &&
          (values.format === 'csv' || values.format === 'json') && (
            <p className="field-hint">{texts.archive}</p>
          )}
        {faults.get('format') !== undefined && <p className="field-hint bad">{faults.get('format')}</p>}
      </fieldset>
      <SelectField
        label={labelOf('time_range')}
        fault={faults.get('time_range')}
        value={values.range ?? unchangedRange}
        options={rangeOptions(values, schedule)}
        onChange={range => set({ range: range === unchangedRange ? undefined : range })}
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
            <label key={when} className="check">
              <input type="radio" name="when" checked={values.when === when} onChange={() => set({ when })} />
              {texts.whens[when]}
            </label>
          ))}
      </fieldset>
      {values.when !== 'now' && <ScheduleFields form={values} faults={faults} onChange={set} />}
      <TextField {...textField('emails')} hint={texts.emailsHint} autoComplete="off" />
      <SelectField
        label={labelOf('deliver')}
        fault={faults.get('deliver')}
        hint={hintOf('deliver')}
        value={values.deliver}
        options={[
          { value: 'attachment', text: texts.deliver.attachment },
          { value: 'link', text: texts.deliver.link },
        ]}
        disabled={values.emails.trim() === ''}
        onChange={deliver => set({ deliver: deliver === 'link' ? 'link' : 'attachment' })}
      />
      {values.when !== 'now' && (
        <>
          <TextField
            {...textField('retention')}
            hint={hintOf('retention')}
            placeholder={texts.defaultRetention}
          />
          <Check isOn={values.isActive} onChange={isOn => set({ isActive: isOn })}>
            {texts.withHint(labelOf('is_active'), hintOf('is_active') ?? '')}
          </Check>
          {faults.get('is_active') !== undefined && (
            <p className="field-hint bad">{faults.get('is_active')}</p>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** The value of the option that keeps a schedule's time range, if that is not a preset. */
const unchangedRange = 'kept'

function rangeOptions({ range, subject }: ReportForm, schedule: ReportSchedule | undefined): Option[] {
  const hasOtherRange = schedule?.time_range && schedule.time_range.preset === undefined
  const presets = new Set([...defaultPresets, ...(range ? [range] : [])])
  return [
    ...(hasOtherRange ? [{ value: unchangedRange, text: texts.ranges.unchanged }] : []),
    { value: '', text: texts.ranges[subject.kind] },
    ...[...presets].map(preset => ({ value: preset, text: presetText(preset) })),
  ]
}

/** The field of each condition of a query's filter, in order; undefined for groups. */
function filterFieldsOf(query: { params: object } | undefined): (string | undefined)[] {
  const filter: unknown = Reflect.get(query?.params ?? {}, 'filter')
  return Array.isArray(filter)
    ? filter.map((part: unknown) =>
        isObject(part) && typeof part.field === 'string' ? part.field : undefined,
      )
    : []
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

function confirmationText({ when, title }: ReportForm, isEdit: boolean): string {
  if (isEdit) return texts.saved
  return when === 'now' ? texts.creating(title) : texts.scheduled(title)
}

/** The title of a member in the schema. */
function labelOf(member: string): string {
  return inputAttributes(ReportScheduleDraft, member).label
}

/** The description of a member in the schema. */
function hintOf(member: string): string | undefined {
  return memberShape(ReportScheduleDraft, member).description
}
