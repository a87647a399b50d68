import { useState } from 'react'

/** The newest value, or, while `isHeld`, the value that is already shown. */
export function useHeld<T>(value: T | undefined, isHeld: boolean): T | undefined {
  const [shown, setShown] = useState(value)
  const isShown = shown === value || (isHeld && shown !== undefined)
  // Derived state, set while rendering: React renders again before it paints.
  if (!isShown) setShown(value)
  return isShown ? shown : value
}
