import { type ReactNode, useEffect, useId, useRef } from 'react'
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
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('form :is(select, input)')?.focus()
  }, [])
  return (
    <dialog ref={dialog} className={`dialog ${className}`} onClose={onClose} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={componentTexts.close} large onClick={() => dialog.current?.close()} />
      </header>
      {children}
    </dialog>
  )
}
