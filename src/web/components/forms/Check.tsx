import type { ReactNode } from 'react'

interface Props {
  isOn: boolean
  title?: string | undefined
  disabled?: boolean
  /** Takes both columns of a form with two columns. */
  spansColumns?: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

/** A checkbox with its label. */
export function Check({ isOn, title, disabled, spansColumns = false, onChange, children }: Props) {
  return (
    <label className={spansColumns ? 'check whole' : 'check'} title={title}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
