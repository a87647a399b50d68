import type { FilterPart } from '../../../schema/filter/condition.ts'
import type { ConditionKind, TriggerCondition } from '../../../schema/triggers/trigger-condition.ts'
import { DurationField } from '../../components/forms/DurationField.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { FilterField } from '../../filter-form/FilterField.tsx'
import { triggerEditorTexts as texts } from '../../texts/triggers/trigger-editor.ts'
import { FieldNameInput } from '../../widgets/edit/FieldNameInput.tsx'
import { conditionText } from '../links/describe.ts'
import { conditionOfKind, isConditionKind } from './conditions.ts'
import type { SectionProps } from './fields/section-props.ts'

// The keys are the choices.
const kinds = Object.keys(texts.when) as (ConditionKind | 'each')[]
const fieldTexts = texts.conditionFields

/** The section of the trigger editor that says when matching events fire the trigger. */
export function ConditionSection({ draft, set, fault }: SectionProps) {
  const { condition } = draft
  const kind = condition?.kind ?? 'each'
  return (
    <section className="trigger-card card" aria-labelledby="trigger-when">
      <h2 id="trigger-when">{texts.whenTitle}</h2>
      <div className="form-grid">
        <SelectField
          className="whole"
          label={texts.whenLabel}
          hint={texts.whenHints[kind]}
          fault={fault('condition')}
          value={kind}
          options={kinds.map(value => ({ value, text: texts.when[value] }))}
          onChange={chosen =>
            set({ condition: isConditionKind(chosen) ? conditionOfKind(chosen, condition) : null })
          }
        />
        {condition && <ConditionFields condition={condition} onChange={next => set({ condition: next })} />}
      </div>
      {condition && <p className="trigger-sentence">{conditionText(condition)}</p>}
    </section>
  )
}

interface FieldsProps {
  condition: TriggerCondition
  onChange: (condition: TriggerCondition) => void
}

/** The settings of a condition: a field for each member that its kind has. */
function ConditionFields({ condition, onChange }: FieldsProps) {
  // The cast holds because each field below is shown only if the condition has its members.
  const change = (members: object) => onChange({ ...condition, ...members } as TriggerCondition)
  /** The value of an empty input is NaN. It is not sent, since the input is required. */
  const numberField = (label: string, name: string, value: number, attributes: object = {}) => (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      min={1}
      required
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={text => change({ [name]: text === '' ? Number.NaN : Number(text) })}
      {...attributes}
    />
  )
  return (
    <>
      {'field' in condition && (
        <FieldNameInput
          label={fieldTexts.field}
          value={condition.field}
          onChange={field => change({ field })}
        />
      )}
      {condition.kind === 'count' && numberField(fieldTexts.count, 'count', condition.count)}
      {condition.kind === 'distinct' && numberField(fieldTexts.distinctCount, 'count', condition.count)}
      {condition.kind === 'rate' &&
        numberField(fieldTexts.factor, 'factor', condition.factor, {
          min: 0,
          step: 'any',
          hint: fieldTexts.factorHint,
        })}
      {condition.kind === 'pair' && (
        <div className="whole">
          <h3 className="trigger-subtitle small-text soft">{fieldTexts.followedBy}</h3>
          <FilterField
            filter={condition.followed_by}
            fault={undefined}
            // The filter editor creates conditions.
            onChange={filter => change({ followed_by: (filter ?? []) as FilterPart[] })}
          />
        </div>
      )}
      {condition.kind === 'pair' && (
        <SelectField
          label={fieldTexts.expect}
          value={condition.expect}
          options={(['missing', 'follows'] as const).map(value => ({
            value,
            text: fieldTexts.expects[value],
          }))}
          onChange={expect => change({ expect })}
        />
      )}
      {'seconds' in condition && (
        <DurationField
          label={condition.kind === 'absence' ? fieldTexts.silentFor : fieldTexts.within}
          value={Number.isNaN(condition.seconds) ? null : condition.seconds}
          min={1}
          required
          onChange={seconds => change({ seconds: seconds ?? Number.NaN })}
        />
      )}
      {'days' in condition &&
        numberField(
          condition.kind === 'first_seen' ? fieldTexts.seenDays : fieldTexts.days,
          'days',
          condition.days,
          { max: 90 },
        )}
      {'by' in condition && (
        <FieldNameInput
          label={fieldTexts.by}
          hint={fieldTexts.byHint}
          value={condition.by ?? ''}
          onChange={by => change({ by: by.trim() === '' ? null : by.trim() })}
        />
      )}
    </>
  )
}
