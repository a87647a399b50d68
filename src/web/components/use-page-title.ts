import { useEffect } from 'react'

/** Names the tab of the browser after what is open. The innermost caller wins. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Millrace' : `${title} · Millrace`
  }, [title])
}
