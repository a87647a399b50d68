import { useEffect, useRef, useState } from 'react'

/**
 * The index of the current dashboard of `count`; moves to the next every `everySeconds`. `onTurn` is called
 * before each move.
 */
export function useRotation(count: number, everySeconds: number, onTurn: (index: number) => void): number {
  const [index, setIndex] = useState(0)
  const latest = useRef({ index, onTurn })
  latest.current = { index, onTurn }
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => {
      const next = (latest.current.index + 1) % count
      latest.current.onTurn(next)
      setIndex(next)
    }, everySeconds * 1_000)
    return () => clearInterval(timer)
  }, [count, everySeconds])
  return index % Math.max(1, count)
}
