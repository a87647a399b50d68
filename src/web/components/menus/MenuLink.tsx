import { type ComponentProps, useContext } from 'react'
import { followLink } from '../../state/location.ts'
import { InMenu } from '../Button.tsx'

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
  /** Closes the menu. */
  onFollow: () => void
}

/** A menu entry that links to a page of this program. */
export function MenuLink({ onFollow, href, ...attributes }: Props) {
  const inMenu = useContext(InMenu)
  return (
    <a
      href={href}
      className="menu-item"
      {...(inMenu && { role: 'menuitem', tabIndex: -1 })}
      {...attributes}
      onClick={event => {
        onFollow()
        followLink(event)
      }}
    />
  )
}
