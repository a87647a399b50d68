import { useEffect, useState } from 'react'

/** The current time in Unix seconds, updated every `intervalSeconds`. */
export function useNow(intervalSeconds = 1): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), intervalSeconds * 1000)
    return () => clearInterval(timer)
  }, [intervalSeconds])
  return now
}
