import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** What the deed is called on its button. */
  action: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, action, onConfirm, onClose, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose} className="confirm">
      <p className="soft">{children}</p>
      <div className="form-actions">
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
