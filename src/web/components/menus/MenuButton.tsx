import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { CloseMenu } from '../Button.tsx'
import { menuKeys } from './menu-keys.ts'
import { placePopover } from './popover-position.ts'

interface Props {
  content: ReactNode
  /** Accessible name and tooltip. Default: the text of `content` is the name. */
  label?: string
  className: string
  /** Aligns the right edges of panel and button instead of the left ones. */
  alignRight?: boolean
  /**
   * The popover has the role menu and contains only `MenuItem`s, as in the menu button pattern of the ARIA
   * Authoring Practices Guide. Otherwise it may contain anything.
   */
  menu?: boolean
  disabled?: boolean
  buttonRef?: React.RefObject<HTMLButtonElement | null> | undefined
  /** Items of a menu close it. Other content gets a function that closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A button that opens a popover. Arrow keys open it and move among its menu items. Home, End and the first
 * letters of an item move too. Escape and a click elsewhere close it, and Tab closes a menu.
 */
export function MenuButton(props: Props) {
  const { content, label, className, alignRight = false, menu = false, disabled, buttonRef, children } = props
  const name = label && printable(label)
  const id = useId()
  const ownRef = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? ownRef
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  /** The item to focus when the panel opens. Undefined after a click; then only a menu focuses an item. */
  const focusAt = useRef<'first' | 'last'>(undefined)

  // Positions the panel before the first paint, and again when its size changes.
  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const position = () => {
      if (button.current) placePopover(element, button.current.getBoundingClientRect(), alignRight)
    }
    position()
    const sizes = new ResizeObserver(position)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [open, alignRight, button])

  useLayoutEffect(() => {
    if (!open || !panel.current) return
    if (menu || focusAt.current) menuKeys.focusEnd(panel.current, focusAt.current ?? 'first')
    focusAt.current = undefined
  }, [open, menu])

  const close = () => {
    // hidePopover() would return the focus to the previously focused element, which may be another one.
    if (panel.current?.contains(document.activeElement)) button.current?.focus()
    panel.current?.hidePopover()
  }
  const shown = open && (typeof children === 'function' ? children(close) : children)
  return (
    <>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={className}
        aria-label={name}
        title={name}
        aria-haspopup={menu ? 'menu' : undefined}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        popoverTarget={id}
        disabled={disabled}
        onKeyDown={event => {
          if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          focusAt.current = event.key === 'ArrowDown' ? 'first' : 'last'
          panel.current?.showPopover()
        }}
      >
        {content}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the items in it */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={event => setOpen(event.newState === 'open')}
        onKeyDown={event => {
          // A menu within this panel has handled the key.
          if (event.defaultPrevented) return
          if (menuKeys.handle(event.currentTarget, event)) event.preventDefault()
          else if (menu && event.key === 'Tab') close()
        }}
      >
        {open &&
          (menu ? (
            <div className="menu" role="menu" aria-labelledby={`${id}-button`}>
              <CloseMenu value={close}>{shown}</CloseMenu>
            </div>
          ) : (
            shown
          ))}
      </div>
    </>
  )
}
