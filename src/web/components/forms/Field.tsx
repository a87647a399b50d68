import { type ReactNode, useId } from 'react'

/** Attributes that connect a control with its label, hint and fault. */
interface FieldAttributes {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** Properties that all labelled controls share. */
export interface FieldProps {
  label: string
  hint?: ReactNode
  /** Why the value is invalid; shown instead of the hint. */
  fault?: string | undefined
  className?: string | undefined
}

interface Props extends FieldProps {
  children: (attributes: FieldAttributes) => ReactNode
}

/** A labelled form control with a hint or a fault below it. */
export function Field({ label, hint, fault, className = '', children }: Props) {
  const id = useId()
  const note = fault ?? hint
  const attributes: FieldAttributes = {
    id,
    ...(note === undefined ? {} : { 'aria-describedby': `${id}-note` }),
    ...(fault === undefined ? {} : { 'aria-invalid': true }),
  }
  return (
    <div className={`form-field ${className}`}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children(attributes)}
      {note !== undefined && (
        <p id={`${id}-note`} className={fault === undefined ? 'field-hint' : 'field-hint bad'}>
          {note}
        </p>
      )}
    </div>
  )
}
