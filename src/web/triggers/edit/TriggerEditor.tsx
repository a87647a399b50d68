import { useQuery } from '@tanstack/react-query'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { request } from '../../api/http/request.ts'
import { readTrigger, triggersKey } from '../../api/triggers.ts'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { showToast } from '../../components/toast.tsx'
import { triggerEditorTexts as texts } from '../../texts/triggers/trigger-editor.ts'
import { draftOf } from './draft.ts'
import { draftOfEvent, draftOfSearch, eventOfAddress } from './new-trigger.ts'
import { TriggerForm } from './TriggerForm.tsx'

interface Props {
  /** An id, or `new`. */
  opened: string
  /** The query part of the address, which describes a new trigger. */
  query: string
}

/** The form of one trigger: a new one for a search or an event, or an existing one. */
export function TriggerEditor({ opened, query }: Props) {
  return opened === 'new' ? <NewTrigger query={query} /> : <OpenTrigger id={Number(opened)} />
}

function OpenTrigger({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: [triggersKey, 'one', id],
    queryFn: ({ signal }) => readTrigger(id, signal),
    // A form is not replaced while the user edits it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data) return <TriggerForm key={data.snapshot_id} trigger={data} draft={draftOf(data)} />
  return (
    <main className="page">
      {error !== null && (
        <ErrorNotice title={texts.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

function NewTrigger({ query }: { query: string }) {
  const eventId = eventOfAddress(query)
  const { data: event, error } = useQuery({
    queryKey: ['events', eventId],
    queryFn: ({ signal }) =>
      request<EventRecord>(`/api/events/${encodeURIComponent(eventId ?? '')}`, { signal }).catch(
        (error: unknown) => {
          if (!signal.aborted) showToast(texts.eventFailed)
          throw error
        },
      ),
    enabled: eventId !== undefined,
    retry: false,
  })
  if (eventId !== undefined && event === undefined && error === null) return null
  return (
    <TriggerForm
      trigger={undefined}
      draft={event ? draftOfEvent(event) : draftOfSearch(query)}
      event={event}
    />
  )
}
