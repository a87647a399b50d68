import { type ReactNode, useState } from 'react'
import { componentTexts } from '../../texts/components.ts'
import { IconButton } from '../IconButton.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

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
  return (
    <>
      <IconButton
        icon="bin"
        label={componentTexts.deleteNamed(name)}
        title={componentTexts.delete}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <ConfirmDialog
          title={title}
          confirmLabel={componentTexts.delete}
          onConfirm={onDelete}
          onClose={() => setIsOpen(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
