import { useEffect } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { navigate } from '../../state/location.ts'
import { useLeaveGuard } from '../../state/use-leave-guard.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'

const { leave: texts } = dashboardTexts

/** Asks before the user leaves a page with unsaved changes. */
export function LeaveDialog({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }) {
  const [target, stay] = useLeaveGuard(isDirty, isThisPage)
  useEffect(() => {
    if (isDirty || target === undefined) return
    navigate(target)
    stay()
  })
  if (target === undefined || !isDirty) return null
  return (
    <Dialog title={texts.title} onClose={stay} className="confirm">
      <p className="soft">{texts.text}</p>
      <div className="form-actions">
        <Button onClick={stay}>{texts.stay}</Button>
        <Button className="danger" onClick={onDiscard}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  )
}

/** Another range or variable stays on the same page. */
function isThisPage(to: string): boolean {
  return to.split('?')[0] === location.pathname
}
