import { useEffect, useRef, useState } from 'react'
import { realClock } from '../live/clock.ts'
import { Announcer } from './announcer.ts'

/** Says a text that changes often to screen readers, every ten seconds at most; nothing of it is seen. */
export function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const announcer = useRef<Announcer>(null)
  useEffect(() => {
    announcer.current = new Announcer(realClock, setSaid)
    return () => announcer.current?.close()
  }, [])
  useEffect(() => announcer.current?.announce(text), [text])
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  )
}
