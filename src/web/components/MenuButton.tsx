import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { popoverPosition } from './popover-position.ts'

interface Props {
  /** What the button shows. */
  content: ReactNode
  /** What the button is called where its face is an icon. */
  label?: string
  className?: string
  /** The panel ends where the button ends, instead of beginning where it begins. */
  alignRight?: boolean
  buttonRef?: React.RefObject<HTMLButtonElement | null>
  children: (close: () => void) => ReactNode
}

/** A button that opens a panel of its own. Escape and a click elsewhere close it (the platform's own popover). */
export function MenuButton({
  content,
  label,
  className = 'button',
  alignRight = false,
  buttonRef,
  children,
}: Props) {
  const id = useId()
  const own = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? own
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  // Placed before the first painting, and again when its content changes size.
  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const position = () => {
      const anchor = button.current?.getBoundingClientRect()
      if (!anchor) return
      const view = { width: innerWidth, height: innerHeight }
      const { left, top } = popoverPosition(anchor, element.getBoundingClientRect(), view, alignRight)
      Object.assign(element.style, { left: `${left}px`, top: `${top}px` })
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
