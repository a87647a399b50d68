import { useEffect, useRef, useState } from 'react'
import { realClock } from '../state/clock.ts'
import { Announcer } from './announcer.ts'

/** Announces a text that changes often to screen readers, at most every 10 s. Invisible. */
export function Announcement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  const announcer = useRef<Announcer>(null)
  useEffect(() => {
    announcer.current = new Announcer(realClock, setAnnounced)
    return () => announcer.current?.close()
  }, [])
  useEffect(() => announcer.current?.announce(text), [text])
  return (
    <p className="unseen" role="status">
      {announced}
    </p>
  )
}
