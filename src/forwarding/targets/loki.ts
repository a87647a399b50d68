import { facilities, severities, statuses } from '../../schema/event/event.ts'
import { viaTag, viaWith } from '../../schema/forwarding/loop-mark.ts'
import type { LokiTarget } from '../../schema/forwarding/targets/loki.ts'
import { flatFields } from '../formats/flat-fields.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { groupedPart, groupParts } from './grouped-parts.ts'
import type { BatchProtocol } from './http-batches.ts'
import { headersOf, withPath } from './http-headers.ts'
import type { HttpOptions } from './http-sender.ts'

/** The address of Loki's push interface. */
export function pushOptions(target: LokiTarget): HttpOptions {
  return { ...target, url: withPath(target.url, '/loki/api/v1/push').href }
}

/**
 * Loki's push interface in JSON. Loki answers 400 when it refused some entries, and has stored the others:
 * HttpBatches then sends the halves. That is harmless, since Loki stores an entry with the same stream, time
 * and line once.
 */
export function loki(target: LokiTarget, instance: string): BatchProtocol {
  const { tenant, labels = [] } = target
  return {
    headers: {
      ...headersOf('application/json', target),
      ...(tenant !== undefined && { 'X-Scope-OrgID': tenant }),
    },
    write: event => groupedPart(labelsOf(event, labels, instance), entryOf(event, labels)),
    join(parts) {
      const streams = [...groupParts(parts)].map(
        ([stream, values]) => `{"stream":${stream},"values":[${values.join(',')}]}`,
      )
      return `{"streams":[${streams.join(',')}]}`
    },
  }
}

/** Labels of the stream: few values each, since every combination is a stream of its own. */
function labelsOf(
  { host, program, severity, tags }: OutgoingEvent,
  chosen: readonly string[],
  instance: string,
): Record<string, string> {
  const given = chosen.flatMap((name): [string, string][] => {
    const value = tags[name]
    return value === undefined ? [] : [[labelName(name), value]]
  })
  return {
    ...Object.fromEntries(given),
    ...(host !== '' && { host }),
    ...(program !== '' && { service_name: program }),
    level: severities[severity]?.toLowerCase() ?? String(severity),
    [viaTag]: viaWith(tags[viaTag], instance),
  }
}

/** Time in nanoseconds, line and structured metadata, whose values are texts. */
function entryOf(event: OutgoingEvent, chosen: readonly string[]): [string, string, Record<string, string>] {
  const { id, ts, last, counter, facility, mnemonic, status, message, tags } = event
  const others = Object.entries(tags).filter(([name]) => name !== viaTag && !chosen.includes(name))
  return [
    `${ts}000`,
    message,
    flatFields(Object.fromEntries(others), {
      id,
      facility: facilities[facility]?.toLowerCase() ?? String(facility),
      ...(mnemonic !== '' && { cisco_mnemonic: mnemonic }),
      ...(status !== 0 && { status: statuses[status] ?? String(status) }),
      ...(counter > 1 && { counter: String(counter), last_occurrence: String(last / 1_000_000) }),
    }),
  ]
}

/** A tag's name as the name of a label. */
function labelName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
}
