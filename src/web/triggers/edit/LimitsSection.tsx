import { Check } from '../../components/forms/Check.tsx'
import { DurationField } from '../../components/forms/DurationField.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useZone } from '../../state/preferences.ts'
import { triggerEditorTexts as texts } from '../../texts/triggers/trigger-editor.ts'
import { readTimeInput, timeInput } from '../../time/time-input.ts'
import { FieldNameInput } from '../../widgets/edit/FieldNameInput.tsx'
import { ActiveHoursFields } from './fields/ActiveHoursFields.tsx'
import { RecipientsField } from './fields/RecipientsField.tsx'
import type { SectionProps } from './fields/section-props.ts'

const defaultEscalateSeconds = 3_600

/**
 * The section of the trigger editor with grouping, repeats, escalation and active times, with whether later
 * triggers see the event, and with privacy.
 */
export function LimitsSection({ draft, set, fault }: SectionProps) {
  const zone = useZone()
  return (
    <section className="trigger-card card" aria-labelledby="trigger-limits">
      <h2 id="trigger-limits">{texts.limitsTitle}</h2>
      <div className="form-grid">
        <FieldNameInput
          label={texts.groupBy}
          hint={texts.groupByHint}
          fault={fault('group_by')}
          value={draft.group_by ?? ''}
          onChange={field => set({ group_by: field.trim() === '' ? null : field.trim() })}
        />
        <SelectField
          label={texts.repeats}
          fault={fault('on_repeats')}
          value={draft.on_repeats}
          options={(['first', 'each'] as const).map(value => ({
            value,
            text: texts.repeatsOptions[value],
          }))}
          onChange={value => set({ on_repeats: value === 'each' ? 'each' : 'first' })}
        />
        {draft.issue_notification && (
          <SelectField
            className="whole"
            label={texts.escalate}
            value={draft.escalate_after === null ? 'off' : 'on'}
            options={[
              { value: 'off', text: texts.escalateOff },
              { value: 'on', text: texts.escalateOn },
            ]}
            onChange={value => set({ escalate_after: value === 'on' ? defaultEscalateSeconds : null })}
          />
        )}
        {draft.issue_notification && draft.escalate_after !== null && (
          <>
            <DurationField
              label={texts.escalateAfter}
              fault={fault('escalate_after')}
              // The value of an empty input is NaN, since null means no escalation.
              value={Number.isNaN(draft.escalate_after) ? null : draft.escalate_after}
              min={1}
              required
              onChange={seconds => set({ escalate_after: seconds ?? Number.NaN })}
            />
            <RecipientsField
              label={texts.escalateTo}
              hint={texts.escalateToHint}
              fault={fault('escalate_to')}
              value={draft.escalate_to}
              onChange={escalate_to => set({ escalate_to })}
            />
          </>
        )}
        <ActiveHoursFields
          hours={draft.active_hours}
          fault={fault('active_hours')}
          onChange={active_hours => set({ active_hours })}
        />
        <TextField
          label={texts.since}
          hint={texts.timeHint(zone)}
          fault={fault('active_since')}
          type="datetime-local"
          value={timeInput(draft.active_since, zone)}
          onChange={text => set({ active_since: readTimeInput(text, zone) })}
        />
        <TextField
          label={texts.until}
          fault={fault('active_until')}
          type="datetime-local"
          value={timeInput(draft.active_until, zone)}
          onChange={text => set({ active_until: readTimeInput(text, zone) })}
        />
        <Check spansColumns isOn={draft.stop_flag} onChange={isOn => set({ stop_flag: isOn })}>
          {texts.stop}
        </Check>
        <Check spansColumns isOn={draft.is_private} onChange={isOn => set({ is_private: isOn })}>
          {texts.private}
        </Check>
      </div>
    </section>
  )
}
