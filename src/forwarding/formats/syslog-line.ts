import { loopElement, viaTag, viaWith } from '../../schema/forwarding/loop-detection.ts'
import { isoTime } from './iso-time.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** SD-ID of the element with the tags of an event. */
const tagElement = 'tags@32473'
const notPrintable = /[^\x21-\x7e]/
const notPrintables = new RegExp(notPrintable, 'g')
/** A PARAM-NAME excludes these too. */
const notParamName = /[^\x21-\x7e]|[="\]]/g

/**
 * An event as RFC 5424, without framing. Structured data carries the id, the number of occurrences and the
 * tags. The message has no byte order mark (section 6.4), which common receivers take for a part of it.
 * `instance`: names this installation, so that it recognises the event if it comes back.
 */
export function rfc5424Line(event: OutgoingEvent, instance: string): string {
  const { ts, host, program, id, counter, last, message, tags } = event
  const lastParam = last === ts ? '' : ` last="${isoTime(last)}"`
  const via = escaped(viaWith(tags[viaTag], instance))
  const own = `[${loopElement} id="${id}" counter="${counter}"${lastParam} via="${via}"]`
  return `<${priorityOf(event)}>1 ${isoTime(ts)} ${word(host, 255) || '-'} ${word(program, 48) || '-'} - - ${own}${tagsOf(event)} ${message}`
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
  const short = text.length > maxLength ? text.slice(0, maxLength) : text
  return notPrintable.test(short) ? short.replaceAll(notPrintables, '_') : short
}

/** The SD-ELEMENT of tags. Of names that are equal within their 32 characters, the first one stays. */
function tagsOf({ tags }: OutgoingEvent): string {
  const values = new Map<string, string>()
  for (const name in tags) {
    if (name === viaTag) continue
    const short = name.slice(0, 32).replaceAll(notParamName, '_') || '_'
    if (!values.has(short)) values.set(short, tags[name] ?? '')
  }
  if (values.size === 0) return ''
  let params = ''
  for (const [name, value] of values) params += ` ${name}="${escaped(value)}"`
  return `[${tagElement}${params}]`
}

const special = /["\\\]]/
const specials = new RegExp(special, 'g')

/** A PARAM-VALUE. */
function escaped(value: string): string {
  return special.test(value) ? value.replaceAll(specials, '\\$&') : value
}
