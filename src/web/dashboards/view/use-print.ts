import { useEffect, useState } from 'react'

/** Widgets that are not drawn by then are printed as they are. */
const maxWaitMs = 15_000
const pollMs = 100

/**
 * Prints a dashboard, also with Ctrl or Cmd and P. Widgets off screen are drawn first: while `isPrinting`,
 * all must be drawn.
 */
export function usePrint(): { isPrinting: boolean; print: () => void } {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'p') return
      event.preventDefault()
      setPrinting(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => {
    if (!isPrinting) return
    const end = performance.now() + maxWaitMs
    const timer = setInterval(() => {
      if (document.querySelector('.widget-wait, .widget[aria-busy]') && performance.now() < end) return
      clearInterval(timer)
      window.print()
      setPrinting(false)
    }, pollMs)
    return () => clearInterval(timer)
  }, [isPrinting])
  return { isPrinting, print: () => setPrinting(true) }
}
