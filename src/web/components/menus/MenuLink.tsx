import { type ComponentProps, useContext } from 'react'
import { followLink } from '../../state/location.ts'
import { CloseMenu } from '../Button.tsx'

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  href: string
}

/** An item of a menu that links to a page of this program. `className` follows its own class. */
export function MenuLink({ href, className = '', ...attributes }: Props) {
  const close = useContext(CloseMenu)
  return (
    <a
      href={href}
      className={`menu-item ${className}`}
      {...(close && { role: 'menuitem', tabIndex: -1 })}
      {...attributes}
      onClick={event => {
        close?.()
        followLink(event)
      }}
    />
  )
}
