import { viaTag } from '../../schema/forwarding/loop-detection.ts'
import { type EventRecord, eventRecord } from './event-record.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

const tagPrefix = 'tag.'

/**
 * Makes records of events with only these fields; a tag is `tag.` and its name. The id and the installations
 * that have forwarded the event are always there: receivers recognise repeats and loops by them. Undefined:
 * all fields.
 */
export function recordMaker(
  fields: readonly string[] | undefined,
  instance: string,
): (event: OutgoingEvent) => Partial<EventRecord> {
  if (fields === undefined) return event => eventRecord(event, instance)
  const members: ReadonlySet<string> = new Set(['id', viaTag, ...fields])
  const tagNames = fields
    .filter(field => field.startsWith(tagPrefix))
    .map(field => field.slice(tagPrefix.length))
  return event => {
    const { tags, ...others } = eventRecord(event, instance)
    const chosen = Object.fromEntries(Object.entries(others).filter(([name]) => members.has(name)))
    if (members.has('tags')) return { ...chosen, tags }
    const chosenTags = tagNames.filter(name => Object.hasOwn(tags, name)).map(name => [name, tags[name]])
    return chosenTags.length === 0 ? chosen : { ...chosen, tags: Object.fromEntries(chosenTags) }
  }
}
