import { useSyncExternalStore } from 'react'

// Same as in the style sheets.
const query = '(max-width: 900px)'

/** Whether the window is too narrow for two columns. */
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
