import { useEffect, useState } from 'react'

/**
 * The value once it has been the same for `delayMs`. Pass a text or number, or a value that keeps its
 * identity.
 */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
