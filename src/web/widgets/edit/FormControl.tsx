import { useId } from 'react'
import { isObject } from '../../../schema/text/json-object.ts'
import { defaultRange, timeRangeOf } from '../../../time/range.ts'
import { Check } from '../../components/forms/Check.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextArea } from '../../components/forms/TextArea.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { FilterField } from '../../filter-form/FilterField.tsx'
import { useZone } from '../../state/preferences.ts'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { TimePicker } from '../../time/TimePicker.tsx'
import { rangeOfConfig } from '../data/config-range.ts'
import { withMember } from './draft.ts'
import { FieldNameInput } from './FieldNameInput.tsx'
import type { FormField } from './form-fields.ts'

interface Props {
  field: FormField
  value: unknown
  fault: string | undefined
  onChange: (value: unknown) => void
}

/** The control for a member of a widget's config. Its kind comes from the schema; see form-fields.ts. */
export function FormControl({ field, value, fault, onChange }: Props) {
  const label = Object.hasOwn(texts.statistics, field.name)
    ? // The cast holds: the object has this name.
      texts.statistics[field.name as keyof typeof texts.statistics]
    : field.title
  const common = { label, hint: field.hint, fault }
  switch (field.control) {
    case 'range':
      return <RangeField value={value} fault={fault} onChange={onChange} />
    case 'filter':
      return <FilterField filter={value} fault={fault} onChange={onChange} />
    case 'boolean':
      return (
        <Check
          title={field.hint}
          isOn={typeof value === 'boolean' ? value : (field.default ?? false)}
          onChange={onChange}
        >
          {label}
        </Check>
      )
    case 'integer':
      return (
        <TextField
          {...common}
          type="number"
          inputMode="numeric"
          min={field.min}
          max={field.max}
          value={value === undefined || value === null ? '' : String(value)}
          placeholder={field.default === undefined ? undefined : String(field.default)}
          // A number that is not whole stays, so that the form can report it.
          onChange={text => onChange(text === '' ? undefined : Number(text))}
        />
      )
    case 'choice':
    case 'order':
      return (
        <SelectField
          {...common}
          value={String(Array.isArray(value) ? (value[0] ?? '') : (value ?? field.default ?? ''))}
          options={field.choices.map(choice => ({ value: choice, text: choiceText(choice) }))}
          onChange={onChange}
        />
      )
    case 'choices':
      return <ChoicesField {...common} field={field} value={value} onChange={onChange} />
    case 'field':
      return (
        <FieldNameInput
          {...common}
          hint={field.hint ?? texts.fieldHint}
          placeholder={field.default}
          value={String(value ?? '')}
          onChange={onChange}
        />
      )
    case 'fields':
      return (
        <FieldNameInput
          {...common}
          isList
          hint={field.hint ?? texts.commas}
          value={Array.isArray(value) ? value.join(', ') : String(value ?? '')}
          onChange={text =>
            onChange(text.trim() === '' ? undefined : text.split(',').map(name => name.trimStart()))
          }
        />
      )
    case 'text-area':
      return (
        <TextArea
          {...common}
          hint={texts.noteHint}
          inputClass="mono"
          rows={14}
          value={String(value ?? '')}
          onChange={text => onChange(text)}
        />
      )
    case 'text':
      return (
        <TextField
          {...common}
          value={String(value ?? '')}
          placeholder={field.default}
          onChange={text => onChange(text)}
        />
      )
  }
}

/** The text of a choice. For an order, `-` before the name means descending: `-last_occurrence`. */
function choiceText(choice: string): string {
  const name = choice.replace(/^-/, '')
  const [descending, ascending] = texts.orders[name] ?? []
  if (choice.startsWith('-')) return descending ?? choice
  return texts.choices[choice] ?? ascending ?? choice
}

interface ChoicesFieldProps {
  field: FormField & { control: 'choices' }
  label: string
  hint: string | undefined
  fault: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}

/** Checkboxes for a list of choices, in the order in which they were checked. */
function ChoicesField({ field, label, hint, fault, value, onChange }: ChoicesFieldProps) {
  const id = useId()
  const chosen: readonly unknown[] = Array.isArray(value) ? value : field.default
  const toggle = (choice: string, isOn: boolean) => {
    const others = chosen.filter(one => one !== choice)
    const list = isOn ? [...others, choice] : others
    onChange(list.length === 0 ? undefined : list)
  }
  return (
    <div className="form-field">
      <span className="label" id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
      <div className="wrap-row gap-8" role="group" aria-labelledby={id}>
        {field.choices.map(choice => (
          <Check key={choice} isOn={chosen.includes(choice)} onChange={isOn => toggle(choice, isOn)}>
            {texts.functions[choice] ?? choice}
          </Check>
        ))}
      </div>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      {fault !== undefined && <p className="field-hint bad">{fault}</p>}
    </div>
  )
}

interface RangeFieldProps {
  value: unknown
  fault: string | undefined
  onChange: (value: unknown) => void
}

/** The time range of a widget: its dashboard's, or its own. */
function RangeField({ value, fault, onChange }: RangeFieldProps) {
  const zone = useZone()
  const ownRange = isObject(value) && Object.keys(value).length > 0 ? value : undefined
  const step = ownRange && typeof ownRange.step === 'number' ? ownRange.step : undefined
  return (
    <div className="widget-range-field">
      <SelectField
        label={texts.rangeSource}
        fault={fault}
        value={ownRange ? 'own' : 'dashboard'}
        options={[
          { value: 'dashboard', text: texts.asDashboard },
          { value: 'own', text: texts.ownRange },
        ]}
        onChange={chosen => onChange(chosen === 'own' ? timeRangeOf(defaultRange, zone) : undefined)}
      />
      {ownRange && (
        <>
          <TimePicker
            range={rangeOfConfig({ time_range: ownRange })}
            onChange={range => onChange(withMember(timeRangeOf(range, zone), 'step', step))}
          />
          <TextField
            label={texts.step}
            hint={texts.stepHint}
            type="number"
            min={1}
            value={step === undefined ? '' : String(step)}
            onChange={text => onChange(withMember(ownRange, 'step', text === '' ? undefined : Number(text)))}
          />
        </>
      )}
    </div>
  )
}
