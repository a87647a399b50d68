import { eventRecord } from '../../../../../query/event-record.ts'
import type { JsonObject } from '../../../../../schema/text/json-object.ts'
import { truncateText, withEllipsis } from '../../../../../schema/text/truncate-text.ts'
import { escapeLine } from '../../../templates/escapes.ts'
import type { ActionContext } from '../../action.ts'

/** Builds the request body of a webhook for one kind of receiver. */
export interface ReadyForm {
  /** `publicUrl`: URL of this service, if it is configured. */
  buildPayload(context: ActionContext, publicUrl: string | undefined): JsonObject
  /**
   * Checks the members that the author of the trigger adds. Throws a TemplateError if the receiver needs a
   * member that is missing.
   */
  check?(added: JsonObject): void
}

const maxFactLength = 200

/** One line that says what happened. */
export function headline({ trigger, event, key }: ActionContext): string {
  const host = event?.host || key
  return escapeLine(host ? `${trigger.name}: ${host}` : trigger.name)
}

/** The main facts for a person, by name, without empty ones. */
export function facts(context: ActionContext): [name: string, value: string][] {
  const { event, count, key } = context
  const record = event && eventRecord(event, context.zone)
  const all: [string, string | undefined][] = [
    ['Host', record?.host],
    ['Program', record?.program],
    ['Severity', record?.severity_name],
    ['Mnemonic', record?.cisco_mnemonic],
    ['Time', record?.last_occurrence_date],
    ['Group', key ?? undefined],
    ['Matches', String(count)],
  ]
  return all.flatMap(([name, value]) =>
    value ? [[name, truncateText(escapeLine(value), maxFactLength)]] : [],
  )
}

/** The message of the event. A longer one ends in an ellipsis, which is one of its `maxLength` characters. */
export function messageOf({ event }: ActionContext, maxLength: number): string {
  const message = event?.message ?? ''
  return message.length <= maxLength ? message : withEllipsis(message, maxLength - 1)
}
