import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { printable } from '../../../charts/printable.ts'
import { componentTexts } from '../../texts/components.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'

interface Props {
  title: string
  onClose: () => void
  className?: string
  /** Width in pixels; undefined: the width of the style sheet. */
  width?: number
  children: ReactNode
}

/**
 * A modal `<dialog>` with a title and a close button. Asks before it discards text typed into a form in it.
 */
export function Dialog({ title, onClose, className = '', width, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  /** Set by the first change of a field in a form, for as long as the dialog is shown. */
  const [hasTyped, setHasTyped] = useState(false)
  const [isDiscardOpen, setIsDiscardOpen] = useState(false)
  /** The element that had the focus before the dialog asked whether to discard the input. */
  const focused = useRef<Element>(null)
  /** Closes the dialog, or first asks whether to discard the input. */
  const requestClose = () => {
    if (!hasTyped) return dialog.current?.close()
    // A browser's back gesture may ask again.
    if (isDiscardOpen) return
    focused.current = document.activeElement
    setIsDiscardOpen(true)
  }
  const keepEditing = () => {
    // The body had the focus if the focused button was disabled meanwhile: then focuses the first field.
    const before = dialog.current?.contains(focused.current) ? focused.current : null
    const target = before ?? dialog.current?.querySelector('form :is(select, input, textarea)')
    if (target instanceof HTMLElement) target.focus()
    setIsDiscardOpen(false)
  }
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof Element && target.closest('form')) setHasTyped(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape first closes an open popover.
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(':popover-open')) return
    // The browser would close the dialog itself: `onCancel` cannot prevent that at a second Escape.
    event.preventDefault()
    if (isDiscardOpen) keepEditing()
    else requestClose()
  }
  // The cleanup of a layout effect runs before React removes the dialog. Only when the dialog is closed then,
  // the browser returns the focus to the previous element.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('form :is(select, input, textarea)')?.focus()
    return () => {
      element?.close()
      // The element that opened the dialog may be gone.
      if (document.activeElement === document.body) document.querySelector('main')?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      style={width === undefined ? undefined : { width: `min(${width}px, calc(100vw - 24px))` }}
      onClose={event => {
        // In development, React runs the effect above twice. The close event of the first run arrives when
        // the dialog is open again.
        if (!event.currentTarget.open) onClose()
      }}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onCancel={event => {
        // A close request other than the Escape key, such as the back gesture of a phone. The cancel event of
        // a file input in the dialog bubbles, but closes nothing.
        if (event.target !== event.currentTarget || !hasTyped) return
        event.preventDefault()
        requestClose()
      }}
      aria-labelledby={id}
    >
      <header>
        <h2 id={id}>{printable(title)}</h2>
        <IconButton icon="close" label={componentTexts.close} large onClick={requestClose} />
      </header>
      {isDiscardOpen && (
        <div className="dialog-question wrap-row gap-8" role="alert">
          <span>{componentTexts.discardQuestion}</span>
          <Button autoFocus onClick={keepEditing}>
            {componentTexts.keepEditing}
          </Button>
          <Button className="danger" onClick={() => dialog.current?.close()}>
            {componentTexts.discard}
          </Button>
        </div>
      )}
      {children}
    </dialog>
  )
}
