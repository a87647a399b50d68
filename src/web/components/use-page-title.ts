import { useEffect } from 'react'
import { printable } from '../../charts/printable.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'

/** Maximum UTF-16 units of a title. Browsers show fewer. */
const maxLength = 100

/** Sets the title of the browser tab. With several callers, the title that changed last is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Millrace' : `${truncateText(printable(title), maxLength)} · Millrace`
  }, [title])
}
