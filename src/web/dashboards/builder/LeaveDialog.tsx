import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { guardNavigation, navigate } from '../../state/location.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'

const { leave: texts } = dashboardTexts

/** Asks before the user leaves a page with unsaved changes. */
export function LeaveDialog({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }) {
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const end = guardNavigation(to => {
      // Another range or variable stays on the same page.
      if (to.split('?')[0] === location.pathname) return true
      setTarget(to)
      return false
    })
    return () => {
      removeEventListener('beforeunload', ask)
      end()
    }
  }, [isDirty])
  useEffect(() => {
    if (isDirty || target === undefined) return
    navigate(target)
    setTarget(undefined)
  }, [isDirty, target])
  if (target === undefined || !isDirty) return null
  const stay = () => setTarget(undefined)
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
