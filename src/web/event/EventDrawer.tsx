import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { truncatedText } from '../../charts/truncated-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { get } from '../api/http/request.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { Link } from '../components/Link.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { Severity } from '../components/Severity.tsx'
import { copyText } from '../components/toast.tsx'
import { eventLines, eventsCurl, eventsJson } from '../results/events/copy-events.ts'
import { searchTerms } from '../results/message/highlight.ts'
import { beginningIfLong } from '../results/values/beginning-if-long.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useFetch } from '../state/use-read.ts'
import { openTaskDialog } from '../tasks/task-dialog-input.ts'
import { eventTexts } from '../texts/search/event.ts'
import { rowTexts } from '../texts/search/results.ts'
import { newTriggerAddressForEvent } from '../triggers/links/new-trigger-address.ts'
import { EventContext } from './EventContext.tsx'
import { EventFields } from './EventFields.tsx'
import { EventMessage } from './EventMessage.tsx'
import { EventNotes } from './EventNotes.tsx'
import { OccurrenceList } from './OccurrenceList.tsx'
import './drawer.css'

const EventTriggers = lazyComponent(async () => (await import('./EventTriggers.tsx')).EventTriggers)
/** The tabs. `triggers` is shown only if triggers have fired for the event. */
const views = ['fields', 'context', 'notes', 'triggers', 'occurrences', 'json'] as const
type View = (typeof views)[number]

/** Maximum UTF-16 units of the JSON that are drawn; a copy has the whole text. */
const maxJsonUnits = 60_000
/** Maximum UTF-16 units of a message in the title of a task, and of a task's description. */
const maxTitleUnits = 200
const maxDescriptionUnits = 5_000

interface Props {
  id: string
  /** The event from the list, shown until the full event is loaded. */
  known: EventRecord | undefined
  control: SearchControl
  onClose: () => void
  /** Opens the event that is `by` rows further down the list. */
  onStep: (by: number) => void
}

/**
 * The details of one event, beside the list. Open while the page's address names an event; another event
 * replaces its content. The tab is kept.
 */
export function EventDrawer({ id, known, control, onClose, onStep }: Props) {
  const panel = useRef<HTMLElement>(null)
  const tabId = useId()
  const { state, change } = control
  const [chosen, setChosen] = useState<View>('fields')
  /** Presses of the key `n` since a tab was chosen. Each press focuses the field of a new note. */
  const [notePresses, setNotePresses] = useState(0)
  const show = (next: View) => {
    setNotePresses(0)
    setChosen(next)
    const context = next === 'context' ? (state.context ?? 'program') : undefined
    if (context !== state.context) change({ context }, true)
  }
  const path = `/api/events/${encodeURIComponent(id)}?actions_hint=true&add_geoip_data=true`
  const reading = useFetch(path, get<EventRecord>)
  const event = reading.data ?? (known?._id === id ? known : undefined)
  const truncated = event && truncatedText(event.user_tags)
  const tabs = views.filter(name => name !== 'triggers' || (event?.triggers_fired_count ?? 0) > 0)
  const available = tabs.includes(chosen) ? chosen : 'fields'
  // A link to the context opens it.
  const view = state.context === undefined ? available : 'context'

  // The focus moves to the drawer, and back when it closes.
  useEffect(() => {
    const previousFocus = document.activeElement
    panel.current?.focus()
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected)
        previousFocus.focus({ preventScroll: true })
    }
  }, [])

  const canUseTasks = useHasPermission('tasks')
  const canUseTriggers = useHasPermission('triggers')
  const zone = useZone()
  const createTask = (event: EventRecord) => {
    const message = printable(event.message)
    openTaskDialog({
      title: printable(eventTexts.taskTitle(event.host, truncateText(message, maxTitleUnits))),
      description: truncateText(eventLines([{ ...event, message }], zone), maxDescriptionUnits),
      eventId: event._id,
    })
  }

  useKeys({
    n: () => {
      show('notes')
      setNotePresses(notePresses + 1)
    },
  })

  const moveTab = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const next = tabs[(tabs.indexOf(view) + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    show(next)
    panel.current?.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus()
  }

  return (
    <section ref={panel} className="drawer" role="dialog" aria-label={eventTexts.title} tabIndex={-1}>
      <header>
        {event && <Severity severity={event.severity} />}
        <span className="faint number">{eventTexts.id(id)}</span>
        <span className="grow" />
        {event && canUseTasks && (
          <IconButton icon="check" label={eventTexts.createTask} onClick={() => createTask(event)} />
        )}
        {event && canUseTriggers && (
          <Link
            className="button quiet small icon"
            href={newTriggerAddressForEvent(event._id)}
            aria-label={eventTexts.createTrigger}
            title={eventTexts.createTrigger}
          >
            <Icon name="bell" />
          </Link>
        )}
        {event && <CopyMenu event={event} />}
        <IconButton
          icon="up"
          label={eventTexts.previous}
          title={eventTexts.previousKey}
          onClick={() => onStep(-1)}
        />
        <IconButton
          icon="down"
          label={eventTexts.next}
          title={eventTexts.nextKey}
          onClick={() => onStep(1)}
        />
        <IconButton icon="close" label={eventTexts.close} title={eventTexts.closeKey} onClick={onClose} />
      </header>
      {!event && reading.error === undefined && <div className="skeleton" />}
      {!event && reading.error !== undefined && (
        <ErrorNotice title={eventTexts.failed} error={reading.error} onRetry={reading.retry} />
      )}
      {event && (
        <>
          <EventMessage key={event._id} event={event} terms={searchTerms(state.text)} />
          {truncated !== undefined && (
            <p className="drawer-note" role="note">
              {truncated}
            </p>
          )}
          <div className="drawer-tabs" role="tablist" aria-label={eventTexts.views}>
            {tabs.map(name => (
              <button
                key={name}
                id={`${tabId}-${name}`}
                data-view={name}
                type="button"
                role="tab"
                aria-selected={view === name}
                aria-controls={`${tabId}-panel`}
                tabIndex={view === name ? 0 : -1}
                title={name === 'notes' ? eventTexts.notesKey : undefined}
                onClick={() => show(name)}
                onKeyDown={moveTab}
              >
                {eventTexts.tabs[name]}
                {name === 'notes' && event.notes_count > 0 && (
                  <span className="badge number">{event.notes_count}</span>
                )}
                {name === 'triggers' && event.triggers_fired_count > 0 && (
                  <span className="badge number">{event.triggers_fired_count}</span>
                )}
                {name === 'occurrences' && event.counter > 1 && (
                  <span className="badge number">{event.counter}</span>
                )}
              </button>
            ))}
          </div>
          <div
            className="drawer-body"
            id={`${tabId}-panel`}
            role="tabpanel"
            aria-labelledby={`${tabId}-${view}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
          >
            {view === 'fields' && <EventFields key={event._id} event={event} control={control} />}
            {view === 'context' && <EventContext key={event._id} event={event} control={control} />}
            {view === 'notes' && (
              <EventNotes key={event._id} eventId={event._id} focusRequests={notePresses} />
            )}
            {view === 'triggers' && <EventTriggers key={event._id} eventId={event._id} />}
            {view === 'occurrences' && <OccurrenceList event={event} />}
            {view === 'json' && <EventJson event={event} />}
          </div>
        </>
      )}
    </section>
  )
}

/** An event as in the API, for copying. */
function EventJson({ event }: { event: EventRecord }) {
  const text = useMemo(() => eventsJson([event]), [event])
  const beginning = beginningIfLong(text, maxJsonUnits)
  return (
    <div className="drawer-json">
      <Button className="small" onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> {rowTexts.copyJson}
      </Button>
      <pre className="mono">
        {printable(beginning ?? text, true)}
        {beginning !== undefined && rowTexts.cut}
      </pre>
    </div>
  )
}

/** Copies an event as a line, JSON or a command, or copies its link. */
function CopyMenu({ event }: { event: EventRecord }) {
  const zone = useZone()
  const copies: [label: string, textOf: () => string][] = [
    [eventTexts.copyLink, () => location.href],
    [eventTexts.copyLine, () => eventLines([event], zone)],
    [eventTexts.copyJson, () => eventsJson([event])],
    [eventTexts.copyCurl, () => eventsCurl([event], location.origin)],
  ]
  return (
    <MenuButton
      content={<Icon name="copy" />}
      label={eventTexts.copyMenu}
      className="button quiet small icon"
      alignRight
      menu
    >
      {copies.map(([label, textOf]) => (
        <MenuItem key={label} onClick={() => void copyText(textOf())}>
          {label}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
