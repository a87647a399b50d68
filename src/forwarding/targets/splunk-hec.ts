import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OutgoingAnswer } from '../../outgoing/exchange.ts'
import type { SplunkHecTarget } from '../../schema/forwarding/targets/splunk-hec.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { eventRecord } from '../formats/event-record.ts'
import { flatFields } from '../formats/flat-fields.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { DeliveryError } from './delivery.ts'
import type { BatchProtocol } from './http-batches.ts'
import { describeAnswer, failureOf, type HttpSender } from './http-sender.ts'
import { jsonAnswer } from './json-answer.ts'

/** Splunk acknowledges when the events are on disk, which takes up to minutes under load. */
const acknowledgeTimeoutMs = 300_000
const pollMs = 500

/**
 * The HTTP Event Collector of Splunk. The message is the event, everything else are its indexed fields. With
 * `acknowledge`, a body counts as taken once the indexer acknowledges it.
 */
export function splunkHec(target: SplunkHecTarget, instance: string): BatchProtocol {
  const { token = '', acknowledge = false } = target
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Splunk ${token}`,
    ...(acknowledge && { 'X-Splunk-Request-Channel': randomUUID() }),
  }
  return {
    headers,
    write: event => hecEvent(event, target, instance),
    ...(acknowledge && {
      acknowledged: (sender: HttpSender, answer: OutgoingAnswer, signal: AbortSignal) =>
        acknowledged(sender, { url: target.url, headers }, answer, signal),
    }),
  }
}

function hecEvent(event: OutgoingEvent, target: SplunkHecTarget, instance: string): string {
  const { host, program, message, first_occurrence, tags, last_occurrence, ...fields } = eventRecord(
    event,
    instance,
  )
  const { index, source = program, sourcetype = program } = target
  return JSON.stringify({
    time: first_occurrence,
    host,
    source,
    sourcetype,
    ...(index !== undefined && { index }),
    event: message,
    fields: flatFields(tags, { program, ...fields, ...(fields.counter > 1 && { last_occurrence }) }),
  })
}

/** Waits until the indexer acknowledges the request of this answer. */
async function acknowledged(
  sender: HttpSender,
  { url, headers }: { url: string; headers: Readonly<Record<string, string>> },
  answer: OutgoingAnswer,
  signal: AbortSignal,
): Promise<void> {
  const id = jsonAnswer(answer.body)?.ackId
  if (typeof id !== 'number')
    throw new DeliveryError(
      `The token has no indexer acknowledgement: ${describeAnswer(answer)}. Turn it on in Splunk, or \`acknowledge\` off here.`,
    )
  const path = new URL(url).pathname.replace(/\/event(\/1\.0)?\/?$/, '/ack')
  const deadline = performance.now() + acknowledgeTimeoutMs
  while (performance.now() < deadline) {
    const state = await sender.post(JSON.stringify({ acks: [id] }), headers, signal, path)
    // A restarted indexer does not know the channel.
    if (state.status >= 300) throw failureOf(state)
    const acks = jsonAnswer(state.body)?.acks
    if (isObject(acks) && acks[String(id)] === true) return
    await wait(pollMs, undefined, { signal })
  }
  throw new DeliveryError(
    `Splunk has not acknowledged a request within ${acknowledgeTimeoutMs / 1_000} seconds.`,
  )
}
