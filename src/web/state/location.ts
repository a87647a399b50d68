import { type MouseEvent, useSyncExternalStore } from 'react'
import { Observable } from './observable.ts'

/** The router: the address of the page is its state. `address` is path and query, as one text. */
const address = new Observable('')

/** Called once at start. */
export function openLocation(): void {
  const read = () => address.set(location.pathname + location.search)
  read()
  addEventListener('popstate', read)
}

/** Goes to an address of this page. `replace` leaves no step to go back to. */
export function navigate(to: string, replace = false): void {
  if (to === address.get()) return
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  address.set(to)
}

export function useLocation(): { path: string; query: string } {
  const [path = '/', query = ''] = useSyncExternalStore(address.watch, address.get).split('?', 2)
  return { path, query }
}

/** For links within the page: a plain click navigates here, anything else (new tab, new window) is the browser's. */
export function followLink(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const target = new URL(event.currentTarget.href)
  navigate(target.pathname + target.search)
}
