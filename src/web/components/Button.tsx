import { type ComponentProps, createContext, useContext } from 'react'

/** Whether menu items are inside an element with the role menu. */
export const InMenu = createContext(false)

/** A button with a text. `className` adds variants: primary, quiet, small, danger. */
export function Button({ className = '', ...attributes }: ComponentProps<'button'>) {
  return <button type="button" className={`button ${className}`} {...attributes} />
}

/** An entry of a menu. `aria-current` marks the chosen one of several. */
export function MenuItem({ className = '', ...attributes }: ComponentProps<'button'>) {
  const { 'aria-current': current, ...others } = attributes
  const inMenu = useContext(InMenu)
  const role = !inMenu
    ? { 'aria-current': current }
    : current === undefined
      ? { role: 'menuitem', tabIndex: -1 }
      : { role: 'menuitemradio', 'aria-checked': current === true || current === 'true', tabIndex: -1 }
  return <button type="button" className={`menu-item ${className}`} {...role} {...others} />
}
