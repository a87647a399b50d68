import { useEffect, useState } from 'react'
import { guardNavigation } from './location.ts'

/**
 * Stops the user from leaving a page with unsaved changes (`isDirty`). While `target` is set, the caller asks
 * the user whether to open this address. If not, it calls `stay`. If so, it navigates once this guard no
 * longer refuses: `isDirty` is false, or another guard has replaced it. `keepsChanges`: whether an address
 * may be opened without asking, because the changes are not lost there.
 */
export function useLeaveGuard(
  isDirty: boolean,
  keepsChanges: (to: string) => boolean = neverKeepsChanges,
): [target: string | undefined, stay: () => void] {
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    if (!isDirty) return
    // For example when the tab is closed: the browser then asks on its own.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const endGuard = guardNavigation(to => {
      if (keepsChanges(to)) return true
      setTarget(to)
      return false
    })
    return () => {
      removeEventListener('beforeunload', ask)
      endGuard()
    }
  }, [isDirty, keepsChanges])
  return [target, () => setTarget(undefined)]
}

function neverKeepsChanges(): boolean {
  return false
}
