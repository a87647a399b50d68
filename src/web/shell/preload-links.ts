import { loadPage } from './pages.ts'

/** Loads the code of a page when somebody points at a link to it, or focuses one. Returns the function that ends it. */
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
