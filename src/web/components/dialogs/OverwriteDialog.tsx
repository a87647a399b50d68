import { componentTexts } from '../../texts/components.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

const texts = componentTexts.conflict

/** Thrown by a save if the object has changed since it was read for editing. */
export class ChangedElsewhereError extends Error {
  constructor() {
    super(texts.text)
  }
}

interface Props {
  /** The error of the last attempt to save. */
  error: unknown
  onOverwrite: () => void
  onClose: () => void
}

/** Asks before a save overwrites a change made elsewhere. Shows nothing for other errors. */
export function OverwriteDialog({ error, onOverwrite, onClose }: Props) {
  if (!(error instanceof ChangedElsewhereError)) return null
  return (
    <ConfirmDialog
      title={texts.title}
      confirmLabel={texts.overwrite}
      onConfirm={onOverwrite}
      onClose={onClose}
    >
      {texts.text}
    </ConfirmDialog>
  )
}
