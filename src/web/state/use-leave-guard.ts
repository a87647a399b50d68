import { useEffect, useState } from 'react'
import { guardNavigation } from './location.ts'

/**
 * Stops the user from leaving while a page has unsaved changes. Returns where the user wanted to go, and a
 * function that forgets it. `keeps`: addresses that keep the changes.
 */
export function useLeaveGuard(
  isDirty: boolean,
  keeps: (to: string) => boolean = keepsNowhere,
): [target: string | undefined, stay: () => void] {
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const end = guardNavigation(to => {
      if (keeps(to)) return true
      setTarget(to)
      return false
    })
    return () => {
      removeEventListener('beforeunload', ask)
      end()
    }
  }, [isDirty, keeps])
  return [target, () => setTarget(undefined)]
}

function keepsNowhere(): boolean {
  return false
}
