import { useEffect, useMemo, useRef } from 'react'
import { dayText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import { Icon } from '../components/Icon.tsx'
import { type Sort, searchAddress } from '../search/search-state.ts'
import type { SearchControl } from '../search/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { searchTerms } from './highlight.ts'
import { ResultRow } from './ResultRow.tsx'

interface Props {
  events: readonly EventRecord[]
  control: SearchControl
  wrap: boolean
  /** Id of the row that keys act on. */
  selected: string | undefined
  newIds: ReadonlySet<string>
  onOpen: (id: string) => void
}

export function ResultsTable({ events, control, wrap, selected, newIds, onOpen }: Props) {
  const zone = useZone()
  const body = useRef<HTMLTableSectionElement>(null)
  const { state, change } = control
  const words = useMemo(() => searchTerms(state.text), [state.text])
  const days = new Set(events.map(event => dayText(event.last_occurrence, zone))).size > 1
  const firstSeen = state.sort.endsWith('first_occurrence')

  useEffect(() => {
    if (selected !== undefined)
      body.current?.querySelector(`[data-id="${selected}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  const head = (
    name: 'last_occurrence' | 'first_occurrence' | 'counter',
    text: string,
    className: string,
  ) => {
    const direction = state.sort === name ? 'ascending' : state.sort === `-${name}` ? 'descending' : undefined
    const next: Sort = direction === 'descending' ? name : `-${name}`
    return (
      <th scope="col" className={className} aria-sort={direction ?? 'none'}>
        <button type="button" className="head" onClick={() => change({ sort: next })}>
          {text}
          {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={11} />}
        </button>
      </th>
    )
  }

  return (
    <table className={wrap ? 'results wrap' : 'results'}>
      <thead>
        <tr>
          <th scope="col" className="cell-severity">
            Severity
          </th>
          {head('last_occurrence', 'Last seen', days ? 'cell-time days' : 'cell-time')}
          {firstSeen && head('first_occurrence', 'First seen', days ? 'cell-time days' : 'cell-time')}
          <th scope="col" className="cell-host">
            Host
          </th>
          <th scope="col" className="cell-program">
            Program
          </th>
          <th scope="col">Message</th>
          {head('counter', 'Count', 'cell-count')}
        </tr>
      </thead>
      <tbody ref={body}>
        {events.map(event => (
          <ResultRow
            key={event._id}
            event={event}
            zone={zone}
            terms={words}
            days={days}
            firstSeen={firstSeen}
            wrap={wrap}
            selected={event._id === selected}
            isNew={newIds.has(event._id)}
            address={searchAddress({ ...state, event: event._id })}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}
