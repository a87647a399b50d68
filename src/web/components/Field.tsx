import { type ReactNode, useId } from 'react'

/** What a control takes over to be known by its label, its hint and its fault. */
interface FieldAttributes {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface Props {
  label: string
  hint?: ReactNode
  /** What is wrong with what it holds. */
  fault?: string | undefined
  className?: string
  children: (marks: FieldAttributes) => ReactNode
}

/** A labelled control of a form, with what helps to fill it in and what is wrong with it. */
export function Field({ label, hint, fault, className = '', children }: Props) {
  const id = useId()
  const said = fault ?? hint
  const marks: FieldAttributes = {
    id,
    ...(said === undefined ? {} : { 'aria-describedby': `${id}-said` }),
    ...(fault === undefined ? {} : { 'aria-invalid': true }),
  }
  return (
    <div className={`form-field ${className}`}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children(marks)}
      {said !== undefined && (
        <p id={`${id}-said`} className={fault === undefined ? 'field-hint' : 'field-hint bad'}>
          {said}
        </p>
      )}
    </div>
  )
}
