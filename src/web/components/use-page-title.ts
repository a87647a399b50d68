import { useEffect } from 'react'
import { printable } from '../../charts/printable.ts'
import { truncateText } from '../../schema/truncate-text.ts'

const maxLength = 100

/** Names the tab of the browser after what is open. The innermost caller wins. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Millrace' : `${truncateText(printable(title), maxLength)} · Millrace`
  }, [title])
}
