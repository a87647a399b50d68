import { useState } from 'react'
import { partOf } from '../../../filter/typed/pill.ts'
import type { SavedSearch } from '../../../schema/dashboards/saved-search.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { FilterPart } from '../../../schema/filter/condition.ts'
import type { TriggerContent } from '../../../schema/triggers/trigger.ts'
import { request } from '../../api/http/request.ts'
import { readSavedSearch } from '../../api/searches.ts'
import { readTrigger, triggersKey } from '../../api/triggers.ts'
import { ReadError } from '../../components/ErrorNotice.tsx'
import { showToast } from '../../components/toast.tsx'
import { useHeld } from '../../live/use-held.ts'
import { stateOfSaved } from '../../saved-searches/saved-search.ts'
import { searchesKey } from '../../saved-searches/use-saved-search.ts'
import { filterOf } from '../../search/state/search-requests.ts'
import { readSearchState } from '../../search/state/search-state.ts'
import { useRead } from '../../state/use-read.ts'
import { savedSearchTexts } from '../../texts/search/saved-searches.ts'
import { triggerEditorTexts as texts } from '../../texts/triggers/trigger-editor.ts'
import { filterText } from '../links/describe.ts'
import { draftOf, newDraft } from './draft.ts'
import { eventPills, likelyParts } from './event-pills.ts'
import { TriggerForm } from './TriggerForm.tsx'

const maxNameCharacters = 120

interface Props {
  /** An id, or `new`. */
  opened: string
  /** The query part of the address, which describes a new trigger. */
  query: string
}

/** The form of an existing trigger, or of a new one that starts from a search or an event. */
export function TriggerEditor({ opened, query }: Props) {
  return opened === 'new' ? <NewTrigger query={query} /> : <OpenTrigger id={Number(opened)} />
}

function OpenTrigger({ id }: { id: number }) {
  const reading = useRead([triggersKey, 'one', id], signal => readTrigger(id, signal), {
    // A change made by another user would replace the form that the user reads.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [isDirty, setDirty] = useState(false)
  // A later version, read after a cached one or a new sign-in, does not replace a form with changes. When the
  // user saves these, TriggerForm asks before they overwrite that version.
  const shown = useHeld(reading.data, isDirty)
  if (shown)
    return (
      <TriggerForm key={shown.snapshot_id} trigger={shown} draft={draftOf(shown)} onDirtyChange={setDirty} />
    )
  return <ReadError of={reading} title={texts.loadFailed} />
}

function NewTrigger({ query }: { query: string }) {
  const eventId = eventIdOf(query)
  const { data: event, error } = useRead(
    ['events', eventId],
    signal =>
      request<EventRecord>(`/api/events/${encodeURIComponent(eventId ?? '')}`, { signal }).catch(
        (error: unknown) => {
          if (!signal.aborted) showToast(texts.eventFailed)
          throw error
        },
      ),
    { enabled: eventId !== undefined, retry: false },
  )
  const savedId = savedIdOf(query)
  const saved = useRead([searchesKey, savedId], signal => readSavedSearch(savedId ?? 0, signal), {
    enabled: savedId !== undefined,
  })
  if (eventId !== undefined && event === undefined && error === undefined) return null
  if (savedId !== undefined && saved.data === undefined)
    return <ReadError of={saved} title={savedSearchTexts.failed} />
  // If the event cannot be read, the form starts from the search in the address.
  return (
    <TriggerForm
      trigger={undefined}
      draft={event ? draftOfEvent(event) : draftOfSearch(query, saved.data)}
      event={event}
      copiedFrom={saved.data}
    />
  )
}

/** The id of the saved search that the address of a new trigger names. */
function savedIdOf(query: string): number | undefined {
  const [id] = /^\d{1,10}$/.exec(new URLSearchParams(query).get('saved') ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

/** The id of the event that the address of a new trigger names. */
function eventIdOf(query: string): string | undefined {
  return /^\d{1,20}$/.exec(new URLSearchParams(query).get('event') ?? '')?.[0]
}

/**
 * A new trigger for a saved search, or for the search in an address, which has the parameters `q` and `f` of
 * /search.
 */
function draftOfSearch(query: string, saved: SavedSearch | undefined): TriggerContent {
  if (saved) return newDraft(filterOf(stateOfSaved(saved)), saved.title)
  return namedDraft(filterOf(readSearchState(query)))
}

/** A new trigger for events with the same `likelyParts` as this one. */
function draftOfEvent(event: EventRecord): TriggerContent {
  const pills = eventPills(event)
  const filter = likelyParts(event).flatMap(part => {
    const pill = pills.get(part)
    return pill ? [partOf(pill)] : []
  })
  return namedDraft(filter)
}

/** A new trigger, named after its filter without the quotes around words. */
function namedDraft(filter: readonly FilterPart[]): TriggerContent {
  const text = filter.length === 0 ? '' : filterText(filter).replace(/[“”]/g, '')
  return newDraft(filter, [...text].slice(0, maxNameCharacters).join(''))
}
