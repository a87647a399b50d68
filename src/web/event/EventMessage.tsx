import { useMemo, useState } from 'react'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { copyText } from '../components/toast.tsx'
import { hasAnsi } from '../results/message/ansi.ts'
import { Message } from '../results/message/Message.tsx'
import { MessageTree } from '../results/message/MessageTree.tsx'
import { structuredMessage } from '../results/message/structured-message.ts'
import { truncateMessage } from '../results/values/truncate-message.ts'
import { setPreferences, usePreferences } from '../state/preferences.ts'
import { eventTexts } from '../texts/search/event.ts'
import { rowTexts } from '../texts/search/results.ts'

/** UTF-16 units that are drawn at once: more would block the page. */
const maxUnits = 30_000

/** The message of an event: formatted if it has a structure, or as received. */
export function EventMessage({ event, terms }: { event: EventRecord; terms: readonly string[] }) {
  const { ansi } = usePreferences()
  const [isWhole, setIsWhole] = useState(false)
  const structured = useMemo(() => structuredMessage(event.message), [event.message])
  // Formatted at first, unless formatting would hide words.
  const [isRaw, setIsRaw] = useState(structured?.isWhole !== true)
  const coloured = useMemo(() => hasAnsi(event.message), [event.message])
  const beginning = isWhole ? undefined : truncateMessage(event.message, maxUnits)
  const isTree = structured !== undefined && !isRaw
  return (
    <div className="drawer-message">
      <div className="drawer-text grow">
        {isTree ? (
          <MessageTree message={structured} tags={event.user_tags} />
        ) : (
          <pre className="mono">
            <Message text={beginning ?? event.message} words={terms} lines ansi={ansi} />
            {beginning !== undefined && rowTexts.cut}
          </pre>
        )}
        {!isTree && beginning !== undefined && (
          <Button className="small" onClick={() => setIsWhole(true)}>
            {rowTexts.showAll(event.message.length)}
          </Button>
        )}
      </div>
      <div className="drawer-tools column">
        <IconButton
          icon="copy"
          label={eventTexts.copyMessage}
          iconSize={14}
          onClick={() => void copyText(event.message)}
        />
        {structured && (
          <Button className="small quiet" onClick={() => setIsRaw(!isRaw)}>
            {isRaw ? eventTexts.tree : eventTexts.raw}
          </Button>
        )}
        {coloured && !isTree && (
          <Button className="small quiet" aria-pressed={ansi} onClick={() => setPreferences({ ansi: !ansi })}>
            {eventTexts.colours}
          </Button>
        )}
      </div>
    </div>
  )
}
