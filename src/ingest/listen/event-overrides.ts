import type { ParsedEvent } from '../../schema/event/event.ts'
import { writableExtra, writableTags } from '../event/blank-event.ts'
import type { ListenerSettings } from './settings.ts'

/**
 * Replaces values of an event. `sender`: the address that the event came from, or the address that a proxy in
 * front reports.
 */
export type EventOverrides = (event: ParsedEvent, sender: string) => void

/**
 * The values that a listener sets in all of its events, overriding their senders; undefined when it sets
 * nothing, as most listeners.
 */
export function eventOverrides(settings: ListenerSettings): EventOverrides | undefined {
  const { program, sourceTag, senderTag, tags: userTags = {} } = settings
  const added = Object.entries(userTags)
  const setsTags = added.length > 0 || senderTag !== undefined
  if (program === undefined && sourceTag === undefined && !setsTags) return undefined
  return (event, sender) => {
    if (program !== undefined) event.program = program
    if (sourceTag !== undefined) writableExtra(event)._source_tag = sourceTag
    if (!setsTags) return
    const tags = writableTags(event)
    if (senderTag !== undefined) tags[senderTag] = sender
    for (const [name, value] of added) tags[name] = value
  }
}
