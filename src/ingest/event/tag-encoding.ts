import type { ParsedEvent } from '../../schema/event/event.ts'
import { writableTags } from './blank-event.ts'

/** Sets the user tag `encoding` of an event that did not arrive as UTF-8. */
export function recordEncoding(event: ParsedEvent, encoding: string): void {
  // A tag `encoding` of the sender wins.
  writableTags(event).encoding ??= encoding
}
