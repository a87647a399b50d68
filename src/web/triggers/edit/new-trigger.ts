import { conditionOf } from '../../../filter/typed/pill.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Condition } from '../../../schema/filter/condition.ts'
import type { TriggerContent } from '../../../schema/triggers/trigger.ts'
import { filterOf } from '../../search/state/search-requests.ts'
import { readSearchState } from '../../search/state/search-state.ts'
import { filterText } from '../links/describe.ts'
import { newDraft } from './draft.ts'
import { eventPills, likelyParts } from './event-pills.ts'

const maxName = 120

/** The id of the event in the address of a new trigger. */
export function eventOfAddress(query: string): string | undefined {
  return /^\d{1,20}$/.exec(new URLSearchParams(query).get('event') ?? '')?.[0]
}

/** A new trigger for the search in an address: words and filters in the syntax of /search. */
export function draftOfSearch(query: string): TriggerContent {
  return named(filterOf(readSearchState(query)))
}

/** A new trigger for events like this one. */
export function draftOfEvent(event: EventRecord): TriggerContent {
  const pills = eventPills(event)
  const filter = likelyParts(event).flatMap(part => {
    const pill = pills.get(part)
    return pill ? [conditionOf(pill)] : []
  })
  return named(filter)
}

function named(filter: readonly Condition[]): TriggerContent {
  const text = filter.length === 0 ? '' : filterText(filter).replace(/[“”]/g, '')
  return newDraft(filter, [...text].slice(0, maxName).join(''))
}
