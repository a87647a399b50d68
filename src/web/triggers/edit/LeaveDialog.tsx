import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { guardNavigation, navigate } from '../../state/location.ts'
import { useLeaveGuard } from '../../state/use-leave-guard.ts'
import { triggerEditorTexts } from '../../texts/triggers/trigger-editor.ts'

const texts = triggerEditorTexts.leave

/** A dialog that asks before the user leaves the trigger editor with unsaved changes. */
export function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const [target, stay] = useLeaveGuard(isDirty)
  if (target === undefined || !isDirty) return null
  return (
    <ConfirmDialog
      title={texts.title}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => {
        // Replaces the guard of useLeaveGuard, which would stop this navigation too.
        guardNavigation(() => true)
        navigate(target)
      }}
      onClose={stay}
    >
      {texts.text}
    </ConfirmDialog>
  )
}
