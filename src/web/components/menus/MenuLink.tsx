import { type ComponentProps, useContext } from 'react'
import { followLink } from '../../state/location.ts'
import { CloseMenu } from '../Button.tsx'

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'className' | 'onClick'> {
  href: string
  /** A line above separates it from the items before. */
  beginsGroup?: boolean
}

/** An item of a menu that links to a page of this program. */
export function MenuLink({ href, beginsGroup = false, ...attributes }: Props) {
  const close = useContext(CloseMenu)
  return (
    <a
      href={href}
      className={beginsGroup ? 'menu-item menu-first' : 'menu-item'}
      {...(close && { role: 'menuitem', tabIndex: -1 })}
      {...attributes}
      onClick={event => {
        close?.()
        followLink(event)
      }}
    />
  )
}
