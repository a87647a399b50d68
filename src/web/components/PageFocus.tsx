import { useEffect, useRef, useState } from 'react'
import { shellTexts } from '../texts/shell.ts'

/** Path of the last page; undefined before the first page, which keeps the browser's focus. */
let lastPath: string | undefined

interface Props {
  path: string
  /** Name of the page, as announced. */
  name: string
}

/**
 * After a navigation, moves the focus to the content of the new page and announces the page's name to screen
 * readers. Mounted beside the content, whose `<main>` must exist by then.
 */
export function PageFocus({ path, name }: Props) {
  const [announced, setAnnounced] = useState('')
  const latestName = useRef(name)
  useEffect(() => {
    latestName.current = name
  })
  useEffect(() => {
    // Each page has its own <main>. The skip link leads to the id; the tabindex allows focus() below.
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
 * Focuses the content below the top bar: the next Tab goes to its first control. Does not move a focus that
 * is within the content or in a dialog.
 */
export function focusMain(): void {
  const main = document.querySelector('main')
  if (!main || main.contains(document.activeElement) || document.querySelector('dialog[open]')) return
  main.focus()
}
