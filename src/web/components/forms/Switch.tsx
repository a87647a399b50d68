import type { ComponentProps } from 'react'
import '../kit.css'

interface Props extends Omit<ComponentProps<'button'>, 'onChange' | 'onClick' | 'children' | 'role'> {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch that takes effect at once. Name it with `aria-label`, or with a `<label>` for its id. */
export function Switch({ checked, onChange, ...attributes }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      {...attributes}
    />
  )
}
