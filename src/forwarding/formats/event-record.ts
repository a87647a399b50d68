import { facilities, severities, statuses } from '../../schema/event/event.ts'
import { viaTag, viaWith } from '../../schema/forwarding/loop-detection.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

/** An event as destinations get it in JSON. Times are Unix seconds. */
export interface EventRecord {
  id: string
  host: string
  program: string
  severity: string
  facility: string
  message: string
  first_occurrence: number
  last_occurrence: number
  counter: number
  cisco_mnemonic?: string
  status?: string
  tags: Record<string, string>
  /** The installations that have forwarded the event. */
  [viaTag]: string
}

export function eventRecord(event: OutgoingEvent, instance: string): EventRecord {
  const { id, host, program, message, ts, last, counter, mnemonic, status, tags } = event
  const { [viaTag]: via, ...others } = tags
  return {
    id,
    host,
    program,
    severity: severities[event.severity] ?? String(event.severity),
    facility: facilities[event.facility] ?? String(event.facility),
    message,
    first_occurrence: ts / 1_000_000,
    last_occurrence: last / 1_000_000,
    counter,
    ...(mnemonic !== '' && { cisco_mnemonic: mnemonic }),
    ...(status !== 0 && { status: statuses[status] ?? String(status) }),
    tags: others,
    [viaTag]: viaWith(via, instance),
  }
}
