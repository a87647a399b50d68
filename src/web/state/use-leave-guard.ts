import { useEffect, useState } from 'react'
import { guardNavigation } from './location.ts'

/**
 * Stops the user from leaving a page with unsaved changes. Returns the address that the user wanted to open,
 * for a question, and a function for the answer to stay. `keepsChanges`: whether an address may be opened
 * without asking, because the changes are not lost there.
 */
export function useLeaveGuard(
  isDirty: boolean,
  keepsChanges: (to: string) => boolean = losesChanges,
): [target: string | undefined, stay: () => void] {
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    if (!isDirty) return
    // The browser then asks on its own, for example when the tab is closed.
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

function losesChanges(): boolean {
  return false
}
