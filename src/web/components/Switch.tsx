import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'onChange' | 'children' | 'role'> {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch that is on or off at once. Its name: `aria-label`, or a `<label>` of its id. */
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
