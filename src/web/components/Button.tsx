import { type ComponentProps, createContext, useContext } from 'react'

/** Closes the menu (an element with the role menu) around menu items; undefined outside of one. */
export const InMenu = createContext<(() => void) | undefined>(undefined)

/** A button with a text. `className` adds variants: primary, quiet, small, danger. */
export function Button({ className = '', ...attributes }: ComponentProps<'button'>) {
  return <button type="button" className={`button ${className}`} {...attributes} />
}

/** An entry of a menu, which it closes. `aria-current` marks the chosen one of several. */
export function MenuItem({ className = '', onClick, ...attributes }: ComponentProps<'button'>) {
  const { 'aria-current': current, ...others } = attributes
  const close = useContext(InMenu)
  const role = !close
    ? { 'aria-current': current }
    : current === undefined
      ? { role: 'menuitem', tabIndex: -1 }
      : { role: 'menuitemradio', 'aria-checked': current === true || current === 'true', tabIndex: -1 }
  return (
    <button
      type="button"
      className={`menu-item ${className}`}
      {...role}
      {...others}
      onClick={event => {
        close?.()
        onClick?.(event)
      }}
    />
  )
}
