import type { OutgoingAnswer } from '../../outgoing/exchange.ts'
import { facilities, severities, statuses } from '../../schema/event/event.ts'
import { viaTag, viaWith } from '../../schema/forwarding/loop-detection.ts'
import type { OtlpTarget } from '../../schema/forwarding/targets/otlp.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { flatFields } from '../formats/flat-fields.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { groupedPart, groupParts } from './grouped-parts.ts'
import type { BatchOutcome, BatchProtocol } from './http-batches.ts'
import { headersOf, withPath } from './http-headers.ts'
import type { HttpOptions } from './http-sender.ts'
import { jsonAnswer } from './json-answer.ts'

/** SeverityNumber by syslog severity, as the appendix of OpenTelemetry's log data model maps them. */
const severityNumbers = [21, 19, 18, 17, 13, 10, 9, 5]

/** The address of logs. */
export function logsOptions(target: OtlpTarget): HttpOptions {
  return { ...target, url: withPath(target.url, '/v1/logs').href }
}

/** Logs by OTLP over HTTP in JSON (opentelemetry.io/docs/specs/otlp). */
export function otlp(target: OtlpTarget, instance: string): BatchProtocol {
  return {
    headers: headersOf('application/json', target),
    write: event => groupedPart(resourceOf(event, instance), recordOf(event)),
    join(parts) {
      const groups = [...groupParts(parts)].map(
        ([resource, records]) =>
          `{"resource":${resource},"scopeLogs":[{"logRecords":[${records.join(',')}]}]}`,
      )
      return `{"resourceLogs":[${groups.join(',')}]}`
    },
    outcome: readPartialSuccess,
  }
}

function resourceOf({ host, program, tags }: OutgoingEvent, instance: string): object {
  return {
    attributes: attributesOf({
      ...(host !== '' && { 'host.name': host }),
      ...(program !== '' && { 'service.name': program }),
      [viaTag]: viaWith(tags[viaTag], instance),
    }),
  }
}

function recordOf(event: OutgoingEvent): object {
  const { id, ts, last, counter, facility, severity, mnemonic, status, message, tags } = event
  const { [viaTag]: _, ...others } = tags
  return {
    timeUnixNano: `${ts}000`,
    severityNumber: severityNumbers[severity],
    severityText: severities[severity],
    body: { stringValue: message },
    attributes: attributesOf(
      flatFields(others, {
        'log.record.uid': id,
        'syslog.facility.name': facilities[facility]?.toLowerCase() ?? String(facility),
        ...(mnemonic !== '' && { cisco_mnemonic: mnemonic }),
        ...(status !== 0 && { status: statuses[status] ?? String(status) }),
        ...(counter > 1 && { counter, last_occurrence: String(last / 1_000_000) }),
      }),
    ),
  }
}

/** A list of KeyValue. In JSON, a 64-bit integer is a text. */
function attributesOf(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }))
}

/**
 * The number of records that the receiver rejected. The protocol forbids to send them again, and does not say
 * which they are.
 */
function readPartialSuccess({ body }: OutgoingAnswer, count: number): BatchOutcome {
  const partial = jsonAnswer(body)?.partialSuccess
  const { rejectedLogRecords = 0, errorMessage = '' } = isObject(partial) ? partial : {}
  // A 64-bit integer: a text, or a number from servers that do not follow the mapping of protobuf to JSON.
  const rejected = Math.trunc(Number(rejectedLogRecords))
  if (!(rejected > 0)) return { refused: 0, postponed: [], reason: '' }
  const refused = Math.min(rejected, count)
  const why = errorMessage === '' ? '.' : `: ${errorMessage}`
  return { refused, postponed: [], reason: `The destination rejected ${refused} records${why}` }
}
