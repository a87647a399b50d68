import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { placePopover } from './popover-position.ts'

interface Props {
  content: ReactNode
  /** Name of a button whose content is an icon. */
  label?: string
  className: string
  /** Aligns the right edges of panel and button instead of the left ones. */
  alignRight?: boolean
  buttonRef?: React.RefObject<HTMLButtonElement | null> | undefined
  children: (close: () => void) => ReactNode
}

/** A button that opens a popover. Escape and a click elsewhere close it. */
export function MenuButton({ content, label, className, alignRight = false, buttonRef, children }: Props) {
  const id = useId()
  const own = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? own
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

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

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={open}
        popoverTarget={id}
      >
        {content}
      </button>
      <div ref={panel} id={id} popover="auto" onToggle={event => setOpen(event.newState === 'open')}>
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
