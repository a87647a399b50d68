import { createHash } from 'node:crypto'
import { eventRecord } from '../../../../../query/event-record.ts'
import type { JsonObject } from '../../../../../schema/text/json-object.ts'
import { truncateText } from '../../../../../schema/text/truncate-text.ts'
import { TemplateError } from '../../../templates/template-error.ts'
import type { ActionContext } from '../../action.ts'
import { facts, headline, messageOf, type ReadyForm } from './ready-form.ts'

/** Maximum characters of the members. A summary consists of a title, a separator and the message. */
const maxSummary = 1_024
const maxTitle = 290
const separator = ': '
const maxSource = 255
const maxDedupKey = 255
const maxMessage = 16_384

/** PagerDuty's severities by RFC 5424 severity. */
const severities = ['critical', 'critical', 'critical', 'error', 'warning', 'info', 'info', 'info'] as const

/** An alert of PagerDuty's Events API v2. Alerts of one trigger and key belong to one incident. */
export const pagerduty: ReadyForm = {
  check({ routing_key }) {
    if (typeof routing_key !== 'string' || routing_key === '') {
      throw new TemplateError('PagerDuty needs the integration key of the service: {"routing_key": "R0…"}.')
    }
  },
  buildPayload(context, publicUrl) {
    const { event, trigger, key, zone } = context
    const message = messageOf(context, maxSummary - maxTitle - separator.length)
    const title = headline(context)
    const payload: JsonObject = {
      summary:
        message === '' ? title : `${truncateText(title, maxTitle).toWellFormed()}${separator}${message}`,
      source: truncateText(event?.host || key || 'millrace', maxSource).toWellFormed(),
      severity: severities[event?.severity ?? 4] ?? 'warning',
      group: key ?? trigger.name,
      class: event?.mnemonic || trigger.name,
    }
    const details: JsonObject = Object.fromEntries(facts(context))
    if (event !== null) {
      payload.timestamp = new Date(event.last / 1_000).toISOString()
      payload.component = event.program
      details.message = messageOf(context, maxMessage)
      details.event_id = String(event.id)
      details.user_tags = eventRecord(event, zone).user_tags
    }
    return {
      event_action: 'trigger',
      dedup_key: dedupKey(context),
      client: 'Millrace',
      ...(publicUrl !== undefined && { client_url: publicUrl }),
      payload: { ...payload, custom_details: details },
    }
  },
}

/** The key of an incident: the trigger and the key by which it groups. */
function dedupKey({ trigger, key }: ActionContext): string {
  const plain = key === null ? `millrace-${trigger.id}` : `millrace-${trigger.id}-${key}`
  if (plain.length <= maxDedupKey) return plain
  return `millrace-${trigger.id}-${createHash('sha256').update(plain).digest('hex')}`
}
