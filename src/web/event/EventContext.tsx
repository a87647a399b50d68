import { useEffect, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { clockText, dayText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { isRunning } from '../api/queries.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { Severity } from '../components/Severity.tsx'
import { copyText } from '../components/toast.tsx'
import { fileNameOf } from '../files/file-name.ts'
import { saveFile } from '../files/save-file.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { eventLines } from '../results/events/copy-events.ts'
import { type ContextScope, searchAddress } from '../search/state/search-state.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { contextTexts } from '../texts/search/event.ts'
import { ContextScopes } from './ContextScopes.tsx'
import { contextRequest, contextSide, moreTies, reaches, scopeOf, scopePills } from './context-requests.ts'

interface Props {
  event: EventRecord
  control: SearchControl
}

/** Events on each side at first. */
const initialCount = 10
/** Events on a side after the first click for more, and how many each further click adds. */
const countStep = 50
/** Maximum events on each side. */
const maxSide = 500
/** Maximum UTF-16 units of a message in the list. */
const maxUnits = 300

/** The events before and after an event, in a scope that the user chooses. */
export function EventContext({ event, control }: Props) {
  const scope = scopeOf(event, control.state.context)
  return (
    <div className="context">
      <ContextScopes
        event={event}
        scope={scope}
        onChoose={context => control.change({ context, event: event._id }, true)}
      />
      <EventsAround key={scope} event={event} scope={scope} control={control} />
    </div>
  )
}

function EventsAround({ event, scope, control }: Props & { scope: ContextScope }) {
  const zone = useZone()
  const [counts, setCounts] = useState({ before: initialCount, after: initialCount })
  const before = useContextSide(event, scope, 'before', counts.before)
  const after = useContextSide(event, scope, 'after', counts.after)
  const sides = { before, after }
  const all = [...after.events.toReversed(), event, ...before.events]
  const error = before.error ?? after.error
  const address = searchAddress({
    pills: scopePills(event, scope),
    range: {
      from: Math.floor(all.at(-1)?.last_occurrence ?? event.last_occurrence),
      // The end is exclusive: the newest event is in the range even if its time is a whole second.
      to: Math.ceil((all[0]?.last_occurrence ?? event.last_occurrence) + 0.001),
    },
  })
  const showMore = (side: 'before' | 'after') =>
    setCounts(old => ({
      ...old,
      [side]: old[side] === initialCount ? countStep : Math.min(maxSide, old[side] + countStep),
    }))
  const hasMore = (side: 'before' | 'after') =>
    !sides[side].isReading && counts[side] < maxSide && sides[side].hasMore

  /** The text at the end of a side: a button for more events, or why there are no more. */
  const edgeText = (side: 'before' | 'after') => {
    const isBefore = side === 'before'
    if (hasMore(side)) return isBefore ? contextTexts.older : contextTexts.newer
    if (sides[side].isReading) return contextTexts.reading
    if (sides[side].events.length >= maxSide) return contextTexts.most
    return isBefore ? contextTexts.oldest : contextTexts.newest
  }

  return (
    <>
      <div className="context-actions wrap-row">
        <span className="soft">{contextTexts.around(before.events.length, after.events.length)}</span>
        <span className="grow" />
        <Button className="small quiet" onClick={() => void copyText(eventLines(all, zone))}>
          <Icon name="copy" size={13} /> {contextTexts.copy}
        </Button>
        <Button
          className="small quiet"
          onClick={() =>
            saveFile(
              new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }),
              `${fileNameOf(contextTexts.fileTitle, event.last_occurrence, zone)}.json`,
            )
          }
        >
          <Icon name="download" size={13} /> {contextTexts.save}
        </Button>
        <Link className="button small quiet" href={address}>
          <Icon name="search" size={13} /> {contextTexts.search}
        </Link>
      </div>
      {error !== undefined && (
        <ErrorNotice
          title={contextTexts.failed}
          error={error}
          onRetry={before.error ? before.retry : after.retry}
        />
      )}
      <div>
        <Edge text={edgeText('after')} onMore={hasMore('after') ? () => showMore('after') : undefined} />
        <ol className="context-list lined" aria-label={contextTexts.list}>
          {all.map(row => (
            <ContextRow
              key={row._id}
              row={row}
              isThis={row._id === event._id}
              scope={scope}
              zone={zone}
              showsDay={dayText(row.last_occurrence, zone) !== dayText(event.last_occurrence, zone)}
              address={searchAddress({ ...control.state, event: row._id })}
            />
          ))}
        </ol>
        <Edge text={edgeText('before')} onMore={hasMore('before') ? () => showMore('before') : undefined} />
      </div>
    </>
  )
}

/** The end of a side of the list. */
function Edge({ text, onMore }: { text: string; onMore: (() => void) | undefined }) {
  if (!onMore) return <p className="faint context-edge">{text}</p>
  return (
    <Button className="small quiet context-edge" onClick={onMore}>
      {text}
    </Button>
  )
}

interface RowProps {
  row: EventRecord
  isThis: boolean
  scope: ContextScope
  zone: string
  showsDay: boolean
  address: string
}

/** An event of the list, which links to its details. */
function ContextRow({ row, isThis, scope, zone, showsDay, address }: RowProps) {
  const message = truncateText(row.message, maxUnits)
  return (
    <li className={isThis ? 'context-this' : undefined} aria-current={isThis || undefined}>
      <Link className="hover-row" href={address} title={isThis ? contextTexts.this : undefined}>
        <span className="number soft">
          {showsDay && `${dayText(row.last_occurrence, zone)} `}
          {clockText(row.last_occurrence, zone, true)}
        </span>
        <Severity severity={row.severity} isShort />
        {scope !== 'program' && (
          <span className="breaks strong-text">
            {scope !== 'host' && `${printable(row.host)} `}
            {printable(row.program)}
          </span>
        )}
        <span className="context-message mono one-line">{printable(message)}</span>
      </Link>
    </li>
  )
}

/**
 * The nearest events before or after an event. While too few are found for `count`, reads longer pages, then
 * looks further away.
 */
function useContextSide(event: EventRecord, scope: ContextScope, side: 'before' | 'after', count: number) {
  const [reachIndex, setReachIndex] = useState(0)
  const [ties, setTies] = useState(0)
  const reachSeconds = reaches[reachIndex] ?? reaches[0]
  const request = contextRequest(event, scope, side, { count, ties, reachSeconds })
  const query = useLiveQuery(request, false)
  const answer = query.answer?.results.events ?? { objects: [], item_count: 0 }
  const { lacks, events, hasMore } = contextSide(event, side, count, answer)
  const isOfRequest = !query.stale && query.question === JSON.stringify(request)
  const isComplete = isOfRequest && query.answer !== undefined && !isRunning(query.answer)
  const needsRows = isComplete && lacks === 'rows'
  const needsReach = isComplete && lacks === 'reach' && reachIndex < reaches.length - 1
  useEffect(() => {
    if (needsRows) setTies(moreTies)
    if (needsReach) setReachIndex(index => index + 1)
  }, [needsRows, needsReach])
  return {
    events,
    hasMore,
    isReading: query.error === undefined && (!isComplete || needsRows || needsReach),
    error: query.error,
    retry: query.retry,
  }
}
