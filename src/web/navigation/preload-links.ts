import { loadPage } from './pages.ts'

/** Preloads a page's code when a link to it is pointed at or focused. Returns a function that ends this. */
export function preloadLinks(): () => void {
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link) loadPage(link.pathname)
  }
  const kinds = ['pointerover', 'focusin']
  for (const kind of kinds) document.addEventListener(kind, look)
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, look)
  }
}
