import { useEffect, useState } from 'react'

const settleMs = 400

/** A value once it has stayed the same for a moment: a preview does not ask for each letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
