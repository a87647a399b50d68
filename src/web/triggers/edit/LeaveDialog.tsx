import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { guardNavigation, navigate } from '../../state/location.ts'
import { triggerEditorTexts } from '../../texts/triggers/trigger-editor.ts'

const texts = triggerEditorTexts.leave

/** Asks before the user leaves a changed form. */
export function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const end = guardNavigation(to => {
      setTarget(to)
      return false
    })
    return () => {
      removeEventListener('beforeunload', ask)
      end()
    }
  }, [isDirty])
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
      onClose={() => setTarget(undefined)}
    >
      {texts.text}
    </ConfirmDialog>
  )
}
