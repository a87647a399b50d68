import type { ParsedEvent } from '../../schema/event/event.ts'
import { isVia, loopElement, viaTag } from '../../schema/forwarding/loop-mark.ts'
import { writableTags } from './blank-event.ts'

const viaKey = `SDATA.${loopElement}.via`

/**
 * Keeps the names of the installations that have forwarded an event, as a tag. Returns whether this
 * installation is one of them, so that the event must be refused.
 */
export function isLoop(event: ParsedEvent, instance: string): boolean {
  const via = event.extra[viaKey]
  if (typeof via !== 'string') return false
  if (isVia(via, instance)) return true
  writableTags(event)[viaTag] = via
  return false
}
