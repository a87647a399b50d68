import { printable } from '../../../charts/printable.ts'
import { Field, type FieldProps } from './Field.tsx'

/** An option of a `<select>`. */
export interface Option {
  value: string
  text: string
  disabled?: boolean
}

interface Props extends FieldProps {
  value: string
  options: readonly Option[]
  disabled?: boolean
  onChange: (value: string) => void
}

/** A labelled `<select>`. */
export function SelectField({ label, hint, fault, className, value, options, disabled, onChange }: Props) {
  return (
    <Field label={label} hint={hint} fault={fault} className={className}>
      {field => (
        <select
          {...field}
          className="field"
          value={value}
          disabled={disabled}
          onChange={event => onChange(event.target.value)}
        >
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {printable(option.text)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
