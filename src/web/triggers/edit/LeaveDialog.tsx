import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { guardNavigation, navigate } from '../../state/location.ts'
import { useLeaveGuard } from '../../state/use-leave-guard.ts'
import { triggerEditorTexts } from '../../texts/triggers/trigger-editor.ts'

const texts = triggerEditorTexts.leave

/** Asks before the user leaves a changed form. */
export function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const [target, stay] = useLeaveGuard(isDirty)
  if (target === undefined || !isDirty) return null
  return (
    <ConfirmDialog
      title={texts.title}
      action={texts.leave}
      cancel={texts.stay}
      onConfirm={() => {
        guardNavigation(() => true)
        navigate(target)
      }}
      onClose={stay}
    >
      {texts.text}
    </ConfirmDialog>
  )
}
