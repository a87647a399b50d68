import { useEffect, useRef } from 'react'

/**
 * Calls `act` every `seconds` (0: never) while the page is visible, and at once when it becomes visible after
 * a missed call.
 */
export function useInterval(seconds: number, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (seconds <= 0) return
    let hasMissed = false
    const call = () => {
      hasMissed = document.hidden
      if (!hasMissed) latest.current()
    }
    const onVisible = () => {
      if (hasMissed) call()
    }
    const timer = setInterval(call, seconds * 1000)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [seconds])
}
