import { useEffect, useRef } from 'react'
import { useConnectionState } from '../../live/use-live-query.ts'

/** Seconds since the page last had a live connection and could read the dashboard. */
export function useDataAge(now: number, isReadable: boolean): number {
  const isLive = useConnectionState() === 'open' && isReadable
  const freshAt = useRef(now)
  useEffect(() => {
    if (isLive) freshAt.current = now
  }, [isLive, now])
  return isLive ? 0 : Math.max(0, Math.round(now - freshAt.current))
}
