import { useEffect, useState } from 'react'

const settleMs = 400

/**
 * A value once it has stayed the same for a moment, so that a preview does not run a query for each letter.
 */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
