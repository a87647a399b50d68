import { useState } from 'react'
import { componentTexts } from '../../texts/components.ts'
import { type DurationUnit, durationUnits, secondsOf, unitOf } from './duration.ts'
import { Field, type FieldProps } from './Field.tsx'
import '../kit.css'

const { duration: texts } = componentTexts

// The keys are the units.
const unitNames = Object.keys(durationUnits) as DurationUnit[]

interface Props extends FieldProps {
  /** Seconds. */
  value: number | null
  /** Minimum, in seconds. */
  min?: number
  /** The form is not sent while the input is empty. */
  required?: boolean
  onChange: (seconds: number | null) => void
}

/** A duration as a number and its unit. */
export function DurationField({ value, min = 0, required = false, onChange, ...field }: Props) {
  const [unit, setUnit] = useState<DurationUnit>(() => unitOf(value))
  const shown = value === null ? '' : String(value / durationUnits[unit])
  const [typed, setTyped] = useState(shown)
  // The text stays as typed (`1.50`), unless the value is no longer the typed one.
  const text = secondsOf(typed, unit) === value ? typed : shown
  const set = (typed: string, unit: DurationUnit) => {
    setTyped(typed)
    onChange(secondsOf(typed, unit))
  }
  return (
    <Field {...field}>
      {attributes => (
        <span className="duration-field row gap-6">
          <input
            {...attributes}
            className="field"
            type="number"
            inputMode="decimal"
            min={min / durationUnits[unit]}
            step="any"
            required={required}
            value={text}
            onChange={event => set(event.target.value, unit)}
          />
          <select
            className="field"
            aria-label={texts.unitLabel(field.label)}
            value={unit}
            onChange={event => {
              const chosenUnit = unitNames.find(name => name === event.target.value) ?? unit
              setUnit(chosenUnit)
              set(text, chosenUnit)
            }}
          >
            {unitNames.map(name => (
              <option key={name} value={name}>
                {texts.units[name]}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}
