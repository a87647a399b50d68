import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

interface Props extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange' | 'className'> {
  onChange: (value: string) => void
  inputClass?: string
}

/** A labelled `<textarea>`. Attributes that are not the field's own go to the textarea. */
export function TextArea({ label, hint, fault, className, inputClass, onChange, ...attributes }: Props) {
  return (
    <Field label={label} hint={hint} fault={fault} className={className}>
      {field => (
        <textarea
          {...attributes}
          {...field}
          className={inputClass ? `field ${inputClass}` : 'field'}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
