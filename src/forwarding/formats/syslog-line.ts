import { isoTime } from './iso-time.ts'
import { loopElement, viaTag, viaWith } from './loop-mark.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** SD-ID of the element with the tags of an event. */
const tagElement = 'tags@32473'
const notPrintable = /[^\x21-\x7e]/g
/** A PARAM-NAME excludes these too. */
const notParamName = /[^\x21-\x7e]|[="\]]/g

/**
 * An event as RFC 5424, without framing. Structured data carries the id, the number of occurrences and the
 * tags. The message has no byte order mark (section 6.4), which common receivers take for a part of it.
 * `instance`: names this installation, so that it recognises the event if it comes back.
 */
export function rfc5424Line(event: OutgoingEvent, instance: string): string {
  const { ts, host, program, id, counter, last, message, tags } = event
  const own: [string, string][] = [
    ['id', id],
    ['counter', String(counter)],
    ...(last === ts ? [] : [['last', isoTime(last)] as [string, string]]),
    ['via', viaWith(tags[viaTag], instance)],
  ]
  const others = Object.entries(tags).filter(([name]) => name !== viaTag)
  const data = element(loopElement, own) + (others.length === 0 ? '' : element(tagElement, others))
  return `<${priorityOf(event)}>1 ${isoTime(ts)} ${word(host, 255) || '-'} ${word(program, 48) || '-'} - - ${data} ${message}`
}

/** An event as RFC 3164, without framing, with its time in UTC. */
export function bsdLine(event: OutgoingEvent): string {
  const { ts, host, program, message } = event
  const tag = program === '' ? '' : `${word(program, 48)}: `
  return `<${priorityOf(event)}>${bsdTime(ts)} ${word(host, 255) || 'localhost'} ${tag}${message}`
}

function priorityOf({ facility, severity }: OutgoingEvent): number {
  return facility * 8 + severity
}

function bsdTime(micros: number): string {
  const date = new Date(Math.floor(micros / 1_000))
  const day = String(date.getUTCDate()).padStart(2)
  return `${months[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 19)}`
}

function word(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(notPrintable, '_')
}

/** An SD-ELEMENT. Of several names that are equal within their 32 characters, the first one stays. */
function element(id: string, params: readonly [string, string][]): string {
  const values = new Map<string, string>()
  for (const [name, value] of params) {
    const short = name.slice(0, 32).replace(notParamName, '_') || '_'
    if (!values.has(short)) values.set(short, value)
  }
  const parts = Array.from(values, ([name, value]) => ` ${name}="${value.replace(/["\\\]]/g, '\\$&')}"`)
  return `[${id}${parts.join('')}]`
}
