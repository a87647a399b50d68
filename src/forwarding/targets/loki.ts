import { facilities, severities, statuses } from '../../schema/event/event.ts'
import { viaTag, viaWith } from '../../schema/forwarding/loop-detection.ts'
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
    write(event) {
      const own = ownLabels(event, instance)
      const chosen = chosenLabels(event, labels, own)
      const given = Object.fromEntries(chosen.map(({ label, value }) => [label, value]))
      const stream = { ...given, ...own }
      const asLabels = new Set(chosen.map(({ tag }) => tag))
      return groupedPart(stream, entryOf(event, asLabels, stream))
    },
    join(parts) {
      const streams = [...groupParts(parts)].map(
        ([stream, values]) => `{"stream":${stream},"values":[${values.join(',')}]}`,
      )
      return `{"streams":[${streams.join(',')}]}`
    },
  }
}

/** The event's own labels. */
function ownLabels({ host, program, severity, tags }: OutgoingEvent, instance: string): Labels {
  return {
    ...(host !== '' && { host }),
    ...(program !== '' && { service_name: program }),
    level: severities[severity]?.toLowerCase() ?? String(severity),
    [viaTag]: viaWith(tags[viaTag], instance),
  }
}

/**
 * The chosen tags of an event with the labels that they become: few values each, since every combination is a
 * stream of its own. A tag with the name of an own label gets `tag_` before it, as in `flatFields`. Of two
 * tags that would become one label (`a.b`, `a_b`), the first does; the other is metadata.
 */
function chosenLabels(
  { tags }: OutgoingEvent,
  chosen: readonly string[],
  own: Labels,
): { tag: string; label: string; value: string }[] {
  const taken = new Set<string>()
  return chosen.flatMap(tag => {
    const value = tags[tag]
    const name = labelName(tag)
    const label = Object.hasOwn(own, name) ? `tag_${name}` : name
    if (value === undefined || tag === viaTag || taken.has(label)) return []
    taken.add(label)
    return [{ tag, label, value }]
  })
}

/**
 * Time in nanoseconds, line and structured metadata: without the tags `asLabels`, and with `tag_` before a
 * tag whose name a label of the stream has.
 */
function entryOf(
  event: OutgoingEvent,
  asLabels: ReadonlySet<string>,
  stream: Labels,
): [time: string, line: string, metadata: Record<string, string>] {
  const { id, ts, last, counter, facility, mnemonic, status, message, tags } = event
  const others = Object.entries(tags).filter(([name]) => name !== viaTag && !asLabels.has(name))
  return [
    `${ts}000`,
    message,
    flatFields(
      Object.fromEntries(others),
      {
        id,
        facility: facilities[facility]?.toLowerCase() ?? String(facility),
        ...(mnemonic !== '' && { cisco_mnemonic: mnemonic }),
        ...(status !== 0 && { status: statuses[status] ?? String(status) }),
        ...(counter > 1 && { counter: String(counter), last_occurrence: String(last / 1_000_000) }),
      },
      stream,
    ),
  ]
}

type Labels = Record<string, string>

/** A tag's name as the name of a label. */
function labelName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
}
