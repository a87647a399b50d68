import { type MouseEvent, useSyncExternalStore } from 'react'
import { Observable } from './observable.ts'

/** The address that the page shows: path and query. */
const address = new Observable('')

/** Reads the address, and follows the browser's back and forward buttons. Called once at start. */
export function openLocation(): void {
  const read = () => {
    const to = location.pathname + location.search
    // The browser has already changed its address. If the guard refuses, the previous address is restored.
    if (to !== address.get() && !mayLeave(to)) history.pushState(null, '', address.get())
    else address.set(to)
  }
  read()
  addEventListener('popstate', read)
}

let mayLeave: (to: string) => boolean = () => true

/**
 * Sets the guard, which decides before each change of the address whether it may happen. A newer guard
 * replaces it. Returns a function that removes the guard.
 */
export function guardNavigation(guard: (to: string) => boolean): () => void {
  mayLeave = guard
  return () => {
    if (mayLeave === guard) mayLeave = () => true
  }
}

/** Shows an address of this program, unless the guard refuses. `replace`: adds no history entry. */
export function navigate(to: string, replace = false): void {
  if (to === address.get() || !mayLeave(to)) return
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  address.set(to)
}

export function useLocation(): { path: string; query: string } {
  return splitAddress(useSyncExternalStore(address.watch, address.get))
}

/**
 * Splits an address at its first `?`, which `query` does not contain. A query may contain others: `q=why?`.
 */
export function splitAddress(address: string): { path: string; query: string } {
  const at = address.indexOf('?')
  return at === -1
    ? { path: address, query: '' }
    : { path: address.slice(0, at), query: address.slice(at + 1) }
}

/**
 * Click handler of internal links: navigates on a plain click; other clicks (new tab) are left to the
 * browser.
 */
export function followLink(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const target = new URL(event.currentTarget.href)
  navigate(target.pathname + target.search)
}
