import { useEffect, useRef } from 'react'

/** What a key does. Returning false, and only that, leaves the key to the browser. */
export type Keys = Record<string, (event: KeyboardEvent) => unknown>

/** Listens for single keys anywhere on the page, except while somebody types, holds a modifier, or has a dialog or menu open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      const act = latest.current[event.key]
      if (!act || isTyping(event.target) || document.querySelector('dialog[open], :popover-open')) return
      if (act(event) !== false) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
