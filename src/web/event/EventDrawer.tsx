import { useEffect, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { truncatedText } from '../../charts/truncated-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import { get } from '../api/request.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { SeverityBadge } from '../components/SeverityBadge.tsx'
import { copyText } from '../components/toast.tsx'
import { searchTerms } from '../results/highlight.ts'
import { Message } from '../results/Message.tsx'
import { useFetch } from '../state/use-fetch.ts'
import { EventFields } from './EventFields.tsx'
import { OccurrenceList } from './OccurrenceList.tsx'

const views = ['Fields', 'Occurrences', 'JSON'] as const
type View = (typeof views)[number]

interface Props {
  id: string
  /** The event as the list has it, shown until it is loaded. */
  known: EventRecord | undefined
  /** The message search, whose terms are marked. */
  text: string
  onClose: () => void
  onStep: (by: number) => void
}

/** The details of one event, beside the list. */
export function EventDrawer({ id, known, text, onClose, onStep }: Props) {
  const panel = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>('Fields')
  const reading = useFetch(`/api/events/${encodeURIComponent(id)}`, get<EventRecord>)
  const event = reading.value ?? known
  const truncated = event && truncatedText(event.user_tags)

  // The focus moves to the drawer, and back when it closes.
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
        <IconButton icon="up" label="Previous event" title="Previous (k)" onClick={() => onStep(-1)} />
        <IconButton icon="down" label="Next event" title="Next (j)" onClick={() => onStep(1)} />
        <IconButton
          icon="open"
          label="Copy link to this event"
          title="Copy link"
          onClick={() => void copyText(location.href)}
        />
        <IconButton icon="close" label="Close" title="Close (Esc)" onClick={onClose} />
      </header>
      {!event && reading.error === undefined && <div className="skeleton" />}
      {!event && reading.error !== undefined && (
        <ErrorNotice title="The event cannot be loaded" error={reading.error} />
      )}
      {event && (
        <>
          <div className="drawer-message">
            <pre className="mono">
              <Message text={event.message} words={searchTerms(text)} lines />
            </pre>
            <IconButton
              icon="copy"
              label="Copy message"
              title="Copy message"
              iconSize={14}
              onClick={() => void copyText(event.message)}
            />
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
      <Button className="small" onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> Copy JSON
      </Button>
      <pre className="mono">{printable(text, true)}</pre>
    </div>
  )
}
