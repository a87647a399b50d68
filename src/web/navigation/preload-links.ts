import { loadPage } from './pages.ts'

/** Preloads a page's code when a link to it is pointed at or focused. Returns a function that ends this. */
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
