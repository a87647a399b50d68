import type { ParsedEvent } from '../../schema/event/event.ts'
import { writableTags } from './blank-event.ts'

/** Records the encoding of an event that was not UTF-8 in its user tag `encoding`. */
export function tagEncoding(event: ParsedEvent, encoding: string): void {
  // Keeps a tag of the sender.
  writableTags(event).encoding ??= encoding
}
