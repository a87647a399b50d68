import { type ReactNode, useState } from 'react'
import { componentTexts } from '../../texts/components.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { printableText } from '../printable-text.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  name: string
  title: string
  onDelete: () => void
  /** Explains what the deletion does. */
  children: ReactNode
}

/** A button that deletes something after a confirmation. */
export function DeleteButton({ name, title, onDelete, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <IconButton
        icon="bin"
        label={componentTexts.deleteNamed(name)}
        title={componentTexts.delete}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Dialog title={title} onClose={close} className="confirm">
          <p className="soft">{printableText(children)}</p>
          <div className="form-actions">
            <Button onClick={close}>{componentTexts.cancel}</Button>
            <Button
              className="danger"
              onClick={() => {
                close()
                onDelete()
              }}
            >
              {componentTexts.delete}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
