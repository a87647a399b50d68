import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query, such as `(max-height: 560px)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    change => {
      const list = matchMedia(query)
      list.addEventListener('change', change)
      return () => list.removeEventListener('change', change)
    },
    () => matchMedia(query).matches,
  )
}
