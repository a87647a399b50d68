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
  /** In pixels. */
  width?: number
  children: ReactNode
}

/**
 * A modal `<dialog>` with a title and a close button. Asks before it discards text typed into a form in it.
 */
export function Dialog({ title, onClose, className = '', width, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [hasTyped, setHasTyped] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  /** The focused element when the question appeared. */
  const focused = useRef<Element>(null)
  const close = () => {
    if (!hasTyped) return dialog.current?.close()
    focused.current = document.activeElement
    setIsAsking(true)
  }
  const keepEditing = () => {
    // A button that was disabled meanwhile has lost the focus to the body.
    const before = dialog.current?.contains(focused.current) ? focused.current : null
    const target = before ?? dialog.current?.querySelector('form :is(select, input, textarea)')
    if (target instanceof HTMLElement) target.focus()
    setIsAsking(false)
  }
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof Element && target.closest('form')) setHasTyped(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(':popover-open')) return
    // Otherwise the browser closes the dialog, at the second Escape without asking.
    event.preventDefault()
    if (isAsking) keepEditing()
    else close()
  }
  // The dialog is closed before its removal, so that the browser returns the focus to the previous element.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('form :is(select, input, textarea)')?.focus()
    return () => {
      element?.close()
      // The element that opened it may be gone.
      if (document.activeElement === document.body) document.querySelector('main')?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      style={width === undefined ? undefined : { width: `min(${width}px, calc(100vw - 24px))` }}
      onClose={event => {
        if (!event.currentTarget.open) onClose()
      }}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onCancel={event => {
        if (event.target !== event.currentTarget || !hasTyped) return
        event.preventDefault()
        close()
      }}
      aria-labelledby={id}
    >
      <header>
        <h2 id={id}>{printable(title)}</h2>
        <IconButton icon="close" label={componentTexts.close} large onClick={close} />
      </header>
      {isAsking && (
        <div className="dialog-question" role="alert">
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
