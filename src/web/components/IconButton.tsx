import type { ComponentProps } from 'react'
import { printable } from '../../charts/printable.ts'
import { Icon, type IconName } from './Icon.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  icon: IconName
  /** Accessible name; also the tooltip, unless there is a `title`. */
  label: string
  iconSize?: number
  large?: boolean
}

/** A button that shows only an icon. */
export function IconButton({ icon, label, iconSize = 16, large = false, ...attributes }: Props) {
  const name = printable(label)
  return (
    <button
      type="button"
      className={large ? 'button quiet icon' : 'button quiet small icon'}
      aria-label={name}
      title={name}
      {...attributes}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}
