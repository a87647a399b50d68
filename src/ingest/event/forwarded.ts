import type { ParsedEvent } from '../../schema/event/event.ts'
import { isVia, loopElement, viaTag } from '../../schema/forwarding/loop-mark.ts'
import { writableTags } from './blank-event.ts'

const viaKey = `SDATA.${loopElement}.via`

/** The member, attribute or tag of a received event with the names; undefined without them. */
function viaOf({ extra, tags }: ParsedEvent): unknown {
  return extra[viaKey] ?? extra[viaTag] ?? tags[viaTag]
}

/**
 * Keeps the names of the installations that have forwarded an event, as a tag. Returns whether this
 * installation is one of them, so that the event must be refused.
 */
export function isLoop(event: ParsedEvent, instance: string): boolean {
  const via = viaOf(event)
  if (typeof via !== 'string') return false
  if (isVia(via, instance)) return true
  writableTags(event)[viaTag] = via
  return false
}
