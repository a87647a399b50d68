import { useState } from 'react'

/** The newest value, or, while `isHeld`, the value that is already shown. */
export function useHeld<T>(value: T | undefined, isHeld: boolean): T | undefined {
  const [before, setShown] = useState(value)
  const shown = heldValue(before, value, isHeld)
  // Derived state, set while rendering: React renders again before it paints.
  if (shown !== before) setShown(shown)
  return shown
}

/** The value to show after `shown`, of which `value` is a newer version. */
export function heldValue<T>(shown: T | undefined, value: T | undefined, isHeld: boolean): T | undefined {
  return isHeld && shown !== undefined ? shown : value
}
