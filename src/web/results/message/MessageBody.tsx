import { useMemo, useState } from 'react'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { Button } from '../../components/Button.tsx'
import { usePreferences } from '../../state/preferences.ts'
import { rowTexts } from '../../texts/search/results.ts'
import { beginningIfLong } from '../values/beginning-if-long.ts'
import { Message } from './Message.tsx'
import { MessageTree } from './MessageTree.tsx'
import { structuredMessage } from './structured-message.ts'

/** Maximum UTF-16 units that are drawn before the user asks for the full text. */
const maxUnits = 20_000

/**
 * The full message: as a tree if that contains all of it, otherwise as text with its line feeds, followed by
 * the tree of its structure, if it has one.
 */
export function MessageBody({ event, terms }: { event: EventRecord; terms: readonly string[] }) {
  const { ansi } = usePreferences()
  // The text that the user has chosen to see in full.
  const [fullText, setFullText] = useState<string>()
  const structured = useMemo(() => structuredMessage(event.message), [event.message])
  if (structured?.isWhole) return <MessageTree message={structured} tags={event.user_tags} />
  const beginning = fullText === event.message ? undefined : beginningIfLong(event.message, maxUnits)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="mono message-text" tabIndex={0}>
        <Message text={beginning ?? event.message} terms={terms} lines ansi={ansi} />
        {beginning !== undefined && rowTexts.cut}
      </pre>
      {beginning !== undefined && (
        <Button className="small" onClick={() => setFullText(event.message)}>
          {rowTexts.showAll(event.message.length)}
        </Button>
      )}
      {structured && <MessageTree message={{ ...structured, prefix: '' }} tags={event.user_tags} />}
    </>
  )
}
