import type { ReactNode } from 'react'
import { componentTexts } from '../../texts/components.ts'
import { Button } from '../Button.tsx'
import { printableText } from '../printable-text.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** Text of the button that confirms. */
  confirmLabel: string
  /** Text of the button that closes the dialog. Default: Cancel. */
  cancelLabel?: string
  onConfirm: () => void
  onClose: () => void
  /** Explains what the action does. */
  children: ReactNode
}

/** Asks before an action that cannot be undone. Closes before the action runs. */
export function ConfirmDialog(props: Props) {
  const { title, confirmLabel, cancelLabel = componentTexts.cancel, onConfirm, onClose, children } = props
  return (
    <Dialog title={title} onClose={onClose} className="confirm">
      <p className="soft">{printableText(children)}</p>
      <div className="form-actions">
        <Button onClick={onClose}>{cancelLabel}</Button>
        <Button
          className="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
