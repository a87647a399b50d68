import type { ReactNode } from 'react'
import { componentTexts } from '../../texts/components.ts'
import { Button } from '../Button.tsx'
import { printableText } from '../printable-text.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** Text of the button that confirms. */
  action: string
  /** Text of the button that closes the dialog. Default: Cancel. */
  cancel?: string
  onConfirm: () => void
  onClose: () => void
  /** Explains what the action does. */
  children: ReactNode
}

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { title, action, cancel = componentTexts.cancel, onConfirm, onClose, children } = props
  return (
    <Dialog title={title} onClose={onClose} className="confirm">
      <p className="soft">{printableText(children)}</p>
      <div className="form-actions">
        <Button onClick={onClose}>{cancel}</Button>
        <Button
          className="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
