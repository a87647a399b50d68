import { useEffect, useRef, useState } from 'react'
import { shellTexts } from '../texts/shell.ts'

/** Path of the last page; undefined for the first page, which keeps the browser's focus. */
let lastPath: string | undefined

interface Props {
  path: string
  /** Name of the page, as announced. */
  name: string
}

/**
 * For screen readers and the keyboard: after a navigation, moves the focus to the content of the new page and
 * announces the page's name. Mounted together with the content.
 */
export function Arrival({ path, name }: Props) {
  const [announced, setAnnounced] = useState('')
  const latestName = useRef(name)
  useEffect(() => {
    latestName.current = name
  })
  useEffect(() => {
    // Each page has its own <main>. The id makes it the target of the skip link. The tabindex lets it have
    // the focus.
    const main = document.querySelector('main')
    main?.setAttribute('id', 'main')
    main?.setAttribute('tabindex', '-1')
    if (lastPath !== undefined && lastPath !== path) {
      focusMain()
      setAnnounced(shellTexts.arrived(latestName.current))
    }
    lastPath = path
  }, [path])
  return (
    <p className="unseen" role="status">
      {announced}
    </p>
  )
}

/**
 * Focuses the content below the top bar: the next Tab goes to its first control. Does not move the focus from
 * a dialog, or from an element that the page has focused.
 */
export function focusMain(): void {
  const main = document.querySelector('main')
  if (!main || main.contains(document.activeElement) || document.querySelector('dialog[open]')) return
  main.focus()
}
