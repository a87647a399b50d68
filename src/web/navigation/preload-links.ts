import { loadPage } from './pages.ts'

/**
 * Loads a page's code ahead when the pointer is over a link to it, or the link has the focus. Returns a
 * function that ends the preloading.
 */
export function preloadLinks(): () => void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link) loadPage(link.pathname)
  }
  const eventTypes = ['pointerover', 'focusin']
  for (const type of eventTypes) document.addEventListener(type, preload)
  return () => {
    for (const type of eventTypes) document.removeEventListener(type, preload)
  }
}
