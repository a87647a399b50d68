import { type ComponentProps, createContext, useContext } from 'react'

/** Closes the menu (an element with the role menu) around menu items; undefined outside of one. */
export const InMenu = createContext<(() => void) | undefined>(undefined)

/** A button with a text. `className` adds variants: primary, quiet, small, danger. */
export function Button({ className = '', ...attributes }: ComponentProps<'button'>) {
  return <button type="button" className={`button ${className}`} {...attributes} />
}

/**
 * A button that looks like a menu entry. A click closes the menu around it. `aria-current` marks the chosen
 * one of several entries.
 */
export function MenuItem({ className = '', onClick, ...attributes }: ComponentProps<'button'>) {
  const { 'aria-current': current, ...others } = attributes
  const close = useContext(InMenu)
  return (
    <button
      type="button"
      className={`menu-item ${className}`}
      {...(close ? menuItemRole(current) : { 'aria-current': current })}
      {...others}
      onClick={event => {
        close?.()
        onClick?.(event)
      }}
    />
  )
}

/** The ARIA attributes of an entry of a menu. An entry of several to choose from is a radio item. */
function menuItemRole(current: ComponentProps<'button'>['aria-current']) {
  if (current === undefined) return { role: 'menuitem', tabIndex: -1 }
  return { role: 'menuitemradio', 'aria-checked': current === true || current === 'true', tabIndex: -1 }
}
