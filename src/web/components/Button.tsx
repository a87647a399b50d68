import { type ComponentProps, createContext, useContext } from 'react'

/** Closes the menu around a menu item; undefined for items outside an element with the role menu. */
export const CloseMenu = createContext<(() => void) | undefined>(undefined)

/** A button with a text. `className` adds variants: primary, quiet, small, danger. */
export function Button({ className = '', ...attributes }: ComponentProps<'button'>) {
  return <button type="button" className={`button ${className}`} {...attributes} />
}

/**
 * A button of a menu, or of a panel that looks like one. A click closes the menu around it. Items of which
 * one is chosen have `aria-current`, true for the chosen one.
 */
export function MenuItem({ className = '', onClick, ...attributes }: ComponentProps<'button'>) {
  const { 'aria-current': current, ...others } = attributes
  const close = useContext(CloseMenu)
  return (
    <button
      type="button"
      className={`menu-item ${className}`}
      {...(close ? menuItemAttributes(current) : { 'aria-current': current })}
      {...others}
      onClick={event => {
        close?.()
        onClick?.(event)
      }}
    />
  )
}

/** The ARIA attributes of an item of a menu. An item with `aria-current` is a radio item. */
function menuItemAttributes(current: ComponentProps<'button'>['aria-current']) {
  if (current === undefined) return { role: 'menuitem', tabIndex: -1 }
  return { role: 'menuitemradio', 'aria-checked': current === true || current === 'true', tabIndex: -1 }
}
