import type { ParsedEvent } from '../../schema/event/event.ts'
import { isVia, loopElement, viaTag } from '../../schema/forwarding/loop-detection.ts'
import { writableTags } from './blank-event.ts'

const viaKey = `SDATA.${loopElement}.via`

/** The names of the installations that have forwarded an event, from its extra fields or tags. */
function viaOf({ extra, tags }: ParsedEvent): unknown {
  return extra[viaKey] ?? extra[viaTag] ?? tags[viaTag]
}

/**
 * Reads which installations have forwarded an event. Returns false if this one has, so that it must refuse
 * the event. Otherwise keeps their names as its tag `viaTag`.
 */
export function keepForwarders(event: ParsedEvent, instance: string): boolean {
  const via = viaOf(event)
  if (typeof via !== 'string') return true
  if (isVia(via, instance)) return false
  writableTags(event)[viaTag] = via
  return true
}
