import { hash } from 'node:crypto'
import { repeatsTag, viaTag, viaWith } from '../../schema/forwarding/loop-detection.ts'
import type { MillraceTarget } from '../../schema/forwarding/targets/millrace.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import type { BatchProtocol } from './http-batches.ts'

/**
 * `/incoming` of another Millrace. The key of a body is its digest: if the same body is sent again, it is
 * stored once.
 */
export function millrace({ token = '' }: MillraceTarget, instance: string): BatchProtocol {
  return {
    headers: { 'Content-Type': 'application/json', Authorization: `token ${token}` },
    write: event => JSON.stringify(incomingEvent(event, instance)),
    join: parts => `{"events":[${parts.join(',')}]}`,
    headersOf: body => ({ 'Idempotency-Key': hash('sha256', body) }),
  }
}

/** The address of `/incoming` of an installation. */
export function incomingUrl(base: string): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/incoming`
  return url.href
}

function incomingEvent(event: OutgoingEvent, instance: string) {
  const { ts, host, program, facility, severity, message, counter, tags } = event
  return {
    ts: ts / 1_000_000,
    host,
    program,
    facility,
    severity,
    message,
    user_tags: {
      ...tags,
      ...(counter > 1 && { [repeatsTag]: String(counter) }),
      [viaTag]: viaWith(tags[viaTag], instance),
    },
  }
}
