import { useMemo, useState } from 'react'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { copyText } from '../components/toast.tsx'
import { hasAnsi } from '../results/message/ansi.ts'
import { Message } from '../results/message/Message.tsx'
import { MessageTree } from '../results/message/MessageTree.tsx'
import { structuredMessage } from '../results/message/structured-message.ts'
import { beginningIfLong } from '../results/values/beginning-if-long.ts'
import { setPreferences, usePreferences } from '../state/preferences.ts'
import { eventTexts } from '../texts/search/event.ts'
import { rowTexts } from '../texts/search/results.ts'

/** Maximum UTF-16 units that are drawn at first: more would block the page. */
const maxUnits = 30_000

/** The message of an event, as received or, if it has a structure, as a tree. */
export function EventMessage({ event, terms }: { event: EventRecord; terms: readonly string[] }) {
  const { ansi } = usePreferences()
  const [showsAll, setShowsAll] = useState(false)
  const structured = useMemo(() => structuredMessage(event.message), [event.message])
  // At first a tree, unless the tree would lack parts of the message.
  const [isRaw, setIsRaw] = useState(structured?.isWhole !== true)
  const hasColours = useMemo(() => hasAnsi(event.message), [event.message])
  const beginning = showsAll ? undefined : beginningIfLong(event.message, maxUnits)
  const isTree = structured !== undefined && !isRaw
  return (
    <div className="drawer-message">
      <div className="drawer-text grow">
        {isTree ? (
          <MessageTree message={structured} tags={event.user_tags} />
        ) : (
          <pre className="mono">
            <Message text={beginning ?? event.message} terms={terms} lines ansi={ansi} />
            {beginning !== undefined && rowTexts.cut}
          </pre>
        )}
        {!isTree && beginning !== undefined && (
          <Button className="small" onClick={() => setShowsAll(true)}>
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
        {hasColours && !isTree && (
          <Button className="small quiet" aria-pressed={ansi} onClick={() => setPreferences({ ansi: !ansi })}>
            {eventTexts.colours}
          </Button>
        )}
      </div>
    </div>
  )
}
