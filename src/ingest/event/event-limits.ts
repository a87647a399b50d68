import type { ParsedEvent } from '../../schema/event/event.ts'

/** Maximum length of a message, UTF-16 units. Longer ones are cut; `extra.truncated` keeps their length. */
export const maxMessageLength = 65_536

/** Maximum number of tags of one event, from its sender, its fields, rules and geo tags together. */
export const maxTags = 256

/** Number of tags that can still be added to the event. */
export function countFreeTags({ tags }: ParsedEvent): number {
  let free = maxTags
  for (const _ in tags) free--
  return Math.max(0, free)
}
