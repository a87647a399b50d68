import { Type } from 'typebox'
import type { Condition } from '../../schema/condition.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { requestJson, type ToolCall } from '../api.ts'
import { fitting, isoTime, shownEvent } from '../present.ts'
import { runQuery } from '../run-query.ts'
import { defineTool } from '../tool.ts'
import { messageLength } from './search.ts'

const maxMessageLength = 20_000
/** Events of the same microsecond that are read besides those asked for, as the event itself. */
const maxTies = 50

export const eventContext = defineTool({
  name: 'event_context',
  title: 'An event and what happened around it',
  description:
    'Shows one event whole, with its tags and notes, and the events just before and after it, by default of the same host.',
  members: {
    id: Type.String({ pattern: '^[0-9]{1,19}$', description: 'The id of the event, as search lists it' }),
    before: Type.Integer({ minimum: 0, maximum: 50, default: 5 }),
    after: Type.Integer({ minimum: 0, maximum: 50, default: 5 }),
    all_hosts: Type.Boolean({ default: false, description: 'Also events of other hosts' }),
    seconds: Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: 600,
      description: 'How far from the event to look, in both directions',
    }),
    message_length: messageLength,
  },
  async run(call, { id, before, after, all_hosts, seconds, message_length }) {
    const event = await requestJson<EventRecord>(call, 'GET', `/api/events/${id}`)
    const { host, first_occurrence } = event
    const ofHost: Condition[] = all_hosts ? [] : [{ field: 'host', value: host, ignore_case: false }]
    const at = Math.floor(first_occurrence)
    const around = async (count: number, op: 'le' | 'ge') => {
      if (count === 0) return []
      const isEarlier = op === 'le'
      return eventsOf(call, {
        filter: [...ofHost, { field: 'first_occurrence', op, value: first_occurrence }],
        sort: isEarlier ? '-first_occurrence' : 'first_occurrence',
        time_range: isEarlier
          ? { ts_from: at - seconds, ts_to: at + 1 }
          : { ts_from: at, ts_to: at + 1 + seconds },
        page_size: count + maxTies,
      })
    }
    const earlier = await around(before, 'le')
    const later = await around(after, 'ge')
    const show = (found: EventRecord[]) => fitting(found.map(one => shownEvent(one, message_length)))
    return {
      event: wholeEvent(event),
      before: show(earlier.filter(one => isBefore(one, event)).slice(0, before)).reverse(),
      after: show(later.filter(one => isBefore(event, one)).slice(0, after)),
    }
  },
})

async function eventsOf(call: ToolCall, params: object): Promise<EventRecord[]> {
  const { results } = await runQuery<SearchResults>(call, 'Search', params)
  return results.events.objects
}

/** By the first occurrence, then by id, as searches order events. */
function isBefore(one: EventRecord, other: EventRecord): boolean {
  const apart = one.first_occurrence - other.first_occurrence
  return apart < 0 || (apart === 0 && one.id < other.id)
}

function wholeEvent(event: EventRecord): object {
  const { facility_name, user_tags, notes, notes_count, type } = event
  return {
    ...shownEvent(event, maxMessageLength),
    first: isoTime(event.first_occurrence),
    facility: facility_name,
    type,
    ...(Object.keys(user_tags).length > 0 && { tags: user_tags }),
    ...(notes_count > 0 && { notes }),
  }
}
