import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './IconButton.tsx'

interface Props {
  title: string
  /** Also asked for by Escape. */
  onClose: () => void
  className?: string
  children: ReactNode
}

/** A modal window over the page (the platform's own): the keyboard stays within it and goes back to where it was. */
export function Dialog({ title, onClose, className = '', children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // Who opens a form means to fill it in.
    dialog.current?.querySelector<HTMLElement>('form :is(select, input)')?.focus()
  }, [])
  return (
    <dialog ref={dialog} className={`dialog ${className}`} onClose={onClose} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label="Close" large onClick={() => dialog.current?.close()} />
      </header>
      {children}
    </dialog>
  )
}
