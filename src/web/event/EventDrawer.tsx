import { useEffect, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { truncatedText } from '../../charts/truncated-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import { errorText } from '../api/api-error.ts'
import { readEvent } from '../api/events.ts'
import { Icon } from '../components/Icon.tsx'
import { Notice } from '../components/Notice.tsx'
import { SeverityBadge } from '../components/SeverityBadge.tsx'
import { copyText } from '../components/toast.tsx'
import { searchTerms } from '../search/highlight.ts'
import { Message } from '../search/Message.tsx'
import { useFetch } from '../state/use-fetch.ts'
import { EventFields } from './EventFields.tsx'
import { OccurrenceList } from './OccurrenceList.tsx'

const views = ['Fields', 'Occurrences', 'JSON'] as const
type View = (typeof views)[number]

interface Props {
  id: string
  /** The event as the list has it; shown until the service has answered. */
  known: EventRecord | undefined
  /** The expression that it was found by. */
  text: string
  onClose: () => void
  onStep: (by: number) => void
}

/** Everything about one event, beside the list that it came from. */
export function EventDrawer({ id, known, text, onClose, onStep }: Props) {
  const panel = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>('Fields')
  const reading = useFetch(id, readEvent)
  const event = reading.value ?? known
  const truncated = event && truncatedText(event.user_tags)

  // The keyboard goes where the eye goes, and back to where it was.
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  return (
    <aside ref={panel} className="drawer" role="dialog" aria-label="Event" tabIndex={-1}>
      <header>
        {event && <SeverityBadge severity={event.severity} />}
        <span className="faint number">#{id}</span>
        <span className="grow" />
        <button
          type="button"
          className="button quiet small icon"
          aria-label="Previous event"
          title="Previous (k)"
          onClick={() => onStep(-1)}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          className="button quiet small icon"
          aria-label="Next event"
          title="Next (j)"
          onClick={() => onStep(1)}
        >
          <Icon name="down" />
        </button>
        <button
          type="button"
          className="button quiet small icon"
          aria-label="Copy the link to this event"
          title="Copy link"
          onClick={() => void copyText(location.href)}
        >
          <Icon name="open" />
        </button>
        <button
          type="button"
          className="button quiet small icon"
          aria-label="Close"
          title="Close (Esc)"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {!event && reading.error === undefined && <div className="skeleton" />}
      {!event && reading.error !== undefined && (
        <Notice title="This event cannot be shown" bad>
          {errorText(reading.error)}
        </Notice>
      )}
      {event && (
        <>
          <div className="drawer-message">
            <pre className="mono">
              <Message text={event.message} words={searchTerms(text)} lines />
            </pre>
            <button
              type="button"
              className="button quiet small icon"
              aria-label="Copy the message"
              title="Copy message"
              onClick={() => void copyText(event.message)}
            >
              <Icon name="copy" size={14} />
            </button>
          </div>
          {truncated !== undefined && (
            <p className="drawer-note" role="note">
              {truncated}
            </p>
          )}
          <div className="drawer-tabs" role="tablist">
            {views.map(name => (
              <button
                key={name}
                type="button"
                role="tab"
                aria-selected={view === name}
                onClick={() => setView(name)}
              >
                {name}
                {name === 'Occurrences' && event.counter > 1 && (
                  <span className="count-note number">{event.counter}</span>
                )}
              </button>
            ))}
          </div>
          <div className="drawer-body" role="tabpanel">
            {view === 'Fields' && <EventFields event={event} />}
            {view === 'Occurrences' && <OccurrenceList event={event} />}
            {view === 'JSON' && <Json event={event} />}
          </div>
        </>
      )}
    </aside>
  )
}

function Json({ event }: { event: EventRecord }) {
  const text = JSON.stringify(event, null, 2)
  return (
    <div className="drawer-json">
      <button type="button" className="button small" onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> Copy JSON
      </button>
      <pre className="mono">{printable(text, true)}</pre>
    </div>
  )
}
