import { Type } from 'typebox'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Condition } from '../../schema/filter/condition.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { answerJson } from '../calls/answer-text.ts'
import { requestJson, type ToolCall } from '../calls/api.ts'
import { cutText, fitting, isoTime, maxItemsLength, shownEvent, shownEvents } from '../calls/present.ts'
import { runQuery } from '../calls/run-query.ts'
import { defineTool } from '../calls/tool.ts'
import { messageLength } from './search.ts'

const maxMessageLength = 20_000
/** Maximum characters of all tags of an event, and of all its notes. */
const maxDetailsLength = 5_000
/** Maximum characters of the value of one tag, and of the text of one note. */
const maxDetailLength = 1_000
/** Maximum further events that are read from the same microsecond as the event. */
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
    const hostFilter: Condition[] = all_hosts ? [] : [{ field: 'host', value: host, ignore_case: false }]
    const at = Math.floor(first_occurrence)
    const around = async (count: number, op: 'le' | 'ge') => {
      if (count === 0) return []
      const isEarlier = op === 'le'
      return eventsOf(call, {
        filter: [...hostFilter, { field: 'first_occurrence', op, value: first_occurrence }],
        sort: isEarlier ? '-first_occurrence' : 'first_occurrence',
        time_range: isEarlier
          ? { ts_from: at - seconds, ts_to: at + 1 }
          : { ts_from: at, ts_to: at + 1 + seconds },
        page_size: count + maxTies,
      })
    }
    const earlier = await around(before, 'le')
    const later = await around(after, 'ge')
    const detailed = detailedEvent(event)
    const maxSideLength = (maxItemsLength - answerJson(detailed).length) / 2
    const show = (found: EventRecord[]) => fitting(shownEvents(found, message_length), maxSideLength)
    const eventsBefore = earlier.filter(one => isBefore(one, event)).slice(0, before)
    const eventsAfter = later.filter(one => isBefore(event, one)).slice(0, after)
    const [shownBefore, shownAfter] = [show(eventsBefore), show(eventsAfter)]
    const leftOut = eventsBefore.length + eventsAfter.length - shownBefore.length - shownAfter.length
    return {
      event: detailed,
      before: shownBefore.reverse(),
      after: shownAfter,
      ...(leftOut > 0 && {
        more: `${leftOut} events farther away do not fit: ask for a smaller message_length, or for fewer.`,
      }),
    }
  },
})

async function eventsOf(call: ToolCall, params: object): Promise<EventRecord[]> {
  const { results } = await runQuery<SearchResults>(call, 'Search', params)
  return results.events.objects
}

/** Orders by first occurrence, then by id, as searches do. */
function isBefore(one: EventRecord, other: EventRecord): boolean {
  const difference = one.first_occurrence - other.first_occurrence
  return difference < 0 || (difference === 0 && one.id < other.id)
}

function detailedEvent(event: EventRecord): object {
  const { facility_name, user_tags, notes, notes_count, type } = event
  const allTags = Object.entries(user_tags)
  const tags = fitting(
    allTags.map(([name, value]) => [name, cutText(value, maxDetailLength)] as const),
    maxDetailsLength,
  )
  const shownNotes = fitting(
    notes.map(note => ({ ...note, text: cutText(note.text, maxDetailLength) })),
    maxDetailsLength,
  )
  return {
    ...shownEvent(event, maxMessageLength),
    first: isoTime(event.first_occurrence),
    facility: facility_name,
    type,
    ...(tags.length > 0 && { tags: Object.fromEntries(tags) }),
    ...(tags.length < allTags.length && { tags_left_out: allTags.length - tags.length }),
    ...(notes_count > 0 && { notes: shownNotes }),
    ...(shownNotes.length < notes_count && { notes_left_out: notes_count - shownNotes.length }),
  }
}
