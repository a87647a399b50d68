import type { EventToSend } from './event-to-send.ts'

/** How an event is written for a receiver. */
export interface EventFormat {
  /** The event as text, with its time in this format. */
  write(event: EventToSend, time: string): string
  /** A time as ASCII text, of constant length from 2001 to 2255. */
  time(micros: number): string
}

/** How events are written into the body of an HTTP request. */
export interface BodyFormat extends EventFormat {
  path: string
  /** The Content-Type. */
  type: string
  /** Text before the first event, between two events, and after the last one. */
  head: string
  separator: string
  tail: string
  /** Whether the path takes only one event per body. */
  isSingleEvent: boolean
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** DEL is allowed: PreparedEvents marks the position of numbers with it. */
const notWordCharacter = /[^\x21-\x7f]/g

function iso(micros: number): string {
  const text = new Date(micros / 1_000).toISOString()
  return `${text.slice(0, -1)}${String(micros % 1_000).padStart(3, '0')}Z`
}

/** RFC 3164: UTC, without a year. */
function bsdTime(micros: number): string {
  const date = new Date(micros / 1_000)
  const day = String(date.getUTCDate()).padStart(2)
  return `${months[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 19)}`
}

function seconds(micros: number): string {
  return `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`
}

/** A word of a syslog header: printable ASCII without spaces, at most `maxLength` characters. */
function word(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(notWordCharacter, '_')
}

/** A field of an RFC 5424 header. */
function field(text: string, maxLength: number): string {
  return text === '' ? '-' : word(text, maxLength)
}

/** An element of RFC 5424 structured data, with the enterprise number for examples. */
function structuredData(tags: EventToSend['tags']): string {
  if (tags === undefined) return '-'
  const parameters = Object.entries(tags).map(
    ([name, value]) => ` ${name}="${value.replace(/["\\\]]/g, '\\$&')}"`,
  )
  return `[tags@32473${parameters.join('')}]`
}

const rfc5424: EventFormat = {
  write: ({ host, program, pid, priority, message, tags }, time) =>
    `<${priority}>1 ${time} ${field(host, 255)} ${field(program, 48)} ${field(pid, 128)} - ${structuredData(tags)} ${message}`,
  time: iso,
}

const bsd: EventFormat = {
  write: ({ host, program, pid, priority, message }, time) => {
    const tag = program === '' ? '' : `${word(program, 48)}${pid === '' ? '' : `[${word(pid, 60)}]`}: `
    return `<${priority}>${time} ${word(host === '' ? 'localhost' : host, 255)} ${tag}${message}`
  },
  time: bsdTime,
}

/** A member of `events` of POST /incoming, also a line for a JSON listener. */
const incomingMember: EventFormat = {
  write: ({ host, program, priority, message }, time) =>
    `{"ts":${time},"host":${JSON.stringify(host)},"program":${JSON.stringify(program)},"severity":${priority & 7},"facility":${priority >> 3},"message":${JSON.stringify(message)}}`,
  time: seconds,
}

/** GELF 1.1; the program is the additional field `_program`. */
const gelf: EventFormat = {
  write: ({ host, program, priority, message }, time) =>
    `{"version":"1.1","host":${JSON.stringify(host === '' ? 'localhost' : host)},"timestamp":${time},"level":${priority & 7},"_program":${JSON.stringify(program)},"short_message":${JSON.stringify(message)}}`,
  time: seconds,
}

/** Two lines of an Elasticsearch _bulk body: the action and the document. */
const bulkDocument: EventFormat = {
  write: ({ host, program, priority, message }, time) =>
    `{"create":{"_index":"millrace-send"}}\n{"@timestamp":"${time}","host":${JSON.stringify(host)},"program":${JSON.stringify(program)},"severity":${priority & 7},"facility":${priority >> 3},"message":${JSON.stringify(message)}}`,
  time: iso,
}

/** Formats for TCP, TLS, Unix sockets and UDP. */
export const socketFormats = { rfc5424, bsd, json: incomingMember, gelf } as const satisfies Record<
  string,
  EventFormat
>

const json = 'application/json'
/** A body with one event per line. */
const onePerLine = { head: '', separator: '\n', tail: '', isSingleEvent: false }

/** Formats of HTTP bodies. */
export const bodyFormats = {
  incoming: {
    ...incomingMember,
    path: '/incoming',
    type: json,
    head: '{"events":[',
    separator: ',',
    tail: ']}',
    isSingleEvent: false,
  },
  raw: { ...incomingMember, path: '/incoming/raw', type: json, ...onePerLine, isSingleEvent: true },
  gelf: { ...gelf, path: '/gelf', type: json, ...onePerLine },
  elasticsearch: {
    ...bulkDocument,
    path: '/elasticsearch/_bulk',
    type: 'application/x-ndjson',
    ...onePerLine,
    tail: '\n',
  },
} as const satisfies Record<string, BodyFormat>
