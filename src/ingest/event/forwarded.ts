import type { ParsedEvent } from '../../schema/event/event.ts'
import { isVia, loopElement, viaTag } from '../../schema/forwarding/loop-mark.ts'
import { writableTags } from './blank-event.ts'

const viaKey = `SDATA.${loopElement}.via`

/** The names of the installations that have forwarded an event, from its extra fields or tags. */
function viaOf({ extra, tags }: ParsedEvent): unknown {
  return extra[viaKey] ?? extra[viaTag] ?? tags[viaTag]
}

/**
 * Whether this installation has forwarded the event before, so that it must refuse it. Otherwise keeps the
 * names of the installations that have forwarded the event as its tag `viaTag`.
 */
export function isLoop(event: ParsedEvent, instance: string): boolean {
  const via = viaOf(event)
  if (typeof via !== 'string') return false
  if (isVia(via, instance)) return true
  writableTags(event)[viaTag] = via
  return false
}
