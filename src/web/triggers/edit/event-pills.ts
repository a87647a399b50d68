import type { Pill } from '../../../filter/typed/pill.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Operator } from '../../../schema/filter/operator.ts'
import type { triggerEditorTexts } from '../../texts/triggers/trigger-editor.ts'

export type EventPart = keyof typeof triggerEditorTexts.fromEventParts

/** Parts of an event that a trigger may require, each with its condition. */
export function eventPills(event: EventRecord): Map<EventPart, Pill> {
  const { host, program, cisco_mnemonic, message, severity } = event
  const pill = (field: string, op: Operator, value: string): Pill => ({
    field,
    op,
    values: [value],
    off: false,
  })
  const parts: (readonly [EventPart, Pill])[] = [
    ...(cisco_mnemonic === '' ? [] : [['mnemonic', pill('cisco_mnemonic', 'eq', cisco_mnemonic)] as const]),
    ['pattern', pill('message', '|>', messagePattern(message))],
    ...(program === '' ? [] : [['program', pill('program', 'eq', program)] as const]),
    ['host', pill('host', 'eq', host)],
    ['severity', pill('severity', 'eq', String(severity))],
  ]
  return new Map(parts)
}

/** The parts chosen by default: they describe the kind of event, on any host and of any severity. */
export function likelyParts(event: EventRecord): EventPart[] {
  if (event.cisco_mnemonic !== '') return ['mnemonic']
  return event.program === '' ? ['pattern'] : ['program', 'pattern']
}

/** The name of a placeholder with the backslashes before it, or a run of letters and digits. */
const special = /(\\*)(<N>|<hex>|<id>)|[0-9A-Za-z]+/g

/**
 * The pattern of messages that differ from this one only in numbers, addresses and ids. Names of placeholders
 * that the message itself contains are escaped, as in filter/templates/pattern-text.ts.
 */
export function messagePattern(message: string): string {
  return message.replace(special, (text, backslashes: string | undefined, name: string | undefined) => {
    if (name !== undefined) return `${(backslashes ?? '').repeat(2)}\\${name}`
    if (/^[0-9]+$/.test(text)) return '<N>'
    return /[0-9]/.test(text) ? '<id>' : text
  })
}
