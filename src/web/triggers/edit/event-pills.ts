import type { Pill } from '../../../filter/typed/pill.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Operator } from '../../../schema/filter/operator.ts'
import type { triggerEditorTexts } from '../../texts/triggers/trigger-editor.ts'

export type EventPart = keyof typeof triggerEditorTexts.fromEventParts

/** The parts of an event that a new trigger may require, each with its condition. */
export function eventPills(event: EventRecord): Map<EventPart, Pill> {
  const { host, program, cisco_mnemonic, message, severity } = event
  const pills = new Map<EventPart, Pill>()
  const add = (part: EventPart, field: string, value: string, op: Operator = 'eq') =>
    pills.set(part, { field, op, values: [value], off: false })
  if (cisco_mnemonic !== '') add('mnemonic', 'cisco_mnemonic', cisco_mnemonic)
  add('pattern', 'message', messagePattern(message), '|>')
  if (program !== '') add('program', 'program', program)
  add('host', 'host', host)
  add('severity', 'severity', String(severity))
  return pills
}

/** The parts that a new trigger requires at first: events of this form, on any host and of any severity. */
export function likelyParts(event: EventRecord): EventPart[] {
  if (event.cisco_mnemonic !== '') return ['mnemonic']
  return event.program === '' ? ['pattern'] : ['program', 'pattern']
}

/**
 * The name of a placeholder with the backslashes before it, as in `\\<id>`, or letters and digits: `eth0`.
 */
const special = /(\\*)(<N>|<hex>|<id>)|[0-9A-Za-z]+/g

/**
 * The pattern of messages that differ from this one only in numbers, addresses and ids: `port <N> on <id>`
 * for `port 7 on eth0`. Names of placeholders that the message itself contains are escaped, as in
 * filter/templates/pattern-text.ts.
 */
export function messagePattern(message: string): string {
  return message.replace(special, (text, backslashes: string | undefined, name: string | undefined) => {
    if (name !== undefined) return `${(backslashes ?? '').repeat(2)}\\${name}`
    if (/^[0-9]+$/.test(text)) return '<N>'
    return /[0-9]/.test(text) ? '<id>' : text
  })
}
