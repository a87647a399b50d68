import type { ParsedEvent } from '../../schema/event/event.ts'
import { writableTags } from './blank-event.ts'

/** Names the encoding of an event whose bytes were not UTF-8 in its user tag `encoding`. */
export function tagEncoding(event: ParsedEvent, encoding: string): void {
  // A sender's own tag stays.
  writableTags(event).encoding ??= encoding
}
