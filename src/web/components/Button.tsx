import type { ComponentProps } from 'react'

/** A button with a text. `className` adds variants: primary, quiet, small, danger. */
export function Button({ className = '', ...attributes }: ComponentProps<'button'>) {
  return <button type="button" className={`button ${className}`} {...attributes} />
}

/** An entry of a menu. */
export function MenuItem({ className = '', ...attributes }: ComponentProps<'button'>) {
  return <button type="button" className={`menu-item ${className}`} {...attributes} />
}
