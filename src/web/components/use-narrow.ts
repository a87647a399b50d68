import { useSyncExternalStore } from 'react'

// The same width as in the style sheets.
const query = '(max-width: 900px)'

/** True while the window is too narrow for columns beside each other. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    change => {
      const list = matchMedia(query)
      list.addEventListener('change', change)
      return () => list.removeEventListener('change', change)
    },
    () => matchMedia(query).matches,
  )
}
