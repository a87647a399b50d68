import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { componentTexts } from '../texts/components.ts'
import { IconButton } from './IconButton.tsx'

interface Props {
  title: string
  onClose: () => void
  className?: string
  children: ReactNode
}

/** A modal `<dialog>` with a title and a close button. */
export function Dialog({ title, onClose, className = '', children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Before its removal the dialog is closed: then the browser gives the focus back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('form :is(select, input, textarea)')?.focus()
    return () => {
      element?.close()
      // What opened it may be gone.
      if (document.activeElement === document.body) document.querySelector('main')?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      onClose={event => {
        if (!event.currentTarget.open) onClose()
      }}
      aria-labelledby={id}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={componentTexts.close} large onClick={() => dialog.current?.close()} />
      </header>
      {children}
    </dialog>
  )
}
