import { useEffect, useRef } from 'react'

/** Ctrl K or Cmd K, from anywhere on the page, also while typing; not over another dialog. */
export function usePaletteKey(open: () => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPaletteKey =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k'
      if (!isPaletteKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    // A focused editor has its own use of Ctrl K.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
