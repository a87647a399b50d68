/** Kinds of event, by code as stored. SYSLOG: understood; INTERNAL: our own; UNKNOWN: kept as raw text. */
export const eventTypes = ['UNKNOWN', 'SYSLOG', 'INTERNAL'] as const
export const EVENT_UNKNOWN = 0
export const EVENT_SYSLOG = 1

/** RFC 5424 table 2, as the interface spells them. Index = code. */
export const severities = [
  'EMERGENCY',
  'ALERT',
  'CRITICAL',
  'ERROR',
  'WARNING',
  'NOTICE',
  'INFO',
  'DEBUG',
] as const

/** RFC 5424 table 1, as the interface spells them. Index = code. */
export const facilities = [
  'KERN',
  'USER',
  'MAIL',
  'DAEMON',
  'AUTH',
  'SYSLOG',
  'LPR',
  'NEWS',
  'UUCP',
  'CLOCK',
  'AUTHPRIV',
  'FTP',
  'NTP',
  'AUDIT',
  'ALERT',
  'CRON',
  'LOCAL0',
  'LOCAL1',
  'LOCAL2',
  'LOCAL3',
  'LOCAL4',
  'LOCAL5',
  'LOCAL6',
  'LOCAL7',
] as const

/** Judgement of an event, set by rules or triggers before its first row is written. Index = code. */
export const statuses = ['UNKNOWN', 'ACTIONABLE', 'NON_ACTIONABLE'] as const

/** The user tag of an event whose message was cut as it came in: the bytes that it had, a number. */
export const truncatedTag = 'truncated_from'

/** One log event as ingest understood it: not yet deduplicated, without an id. */
export interface ParsedEvent {
  /** Time of the event, integer microseconds since the epoch, UTC. */
  ts: number
  host: string
  program: string
  /** 0 to 23. */
  facility: number
  /** 0 to 7. */
  severity: number
  /** Cisco mnemonic without the percent sign (ASA-6-302013), '' if there is none. */
  mnemonic: string
  message: string
  /** Index into `eventTypes`: EVENT_UNKNOWN, EVENT_SYSLOG or 2, our own. */
  type: number
  /** Index into `statuses`. */
  status: number
  /** User tags: any name, non-empty string values. Null-prototype or Map-free plain object. */
  tags: Record<string, string>
  /** Seen by rules, not stored as such: PID, MSGID, SDATA.{id}.{param}, unknown members of an HTTP event. */
  extra: Record<string, unknown>
  /** Paths in `extra` that fields and tags of the event were read from (`labels.`: all below it); absent when there are none. */
  readFrom?: readonly string[]
  /** Bytes that it had as it came in, where only its beginning was kept. */
  originalBytes?: number
}

/** What the in-memory matcher looks at: a whole event, counters of all its occurrences included. */
export interface StoredEvent extends Omit<ParsedEvent, 'extra' | 'readFrom' | 'originalBytes'> {
  /** Rises with arrival, below 2^53. */
  id: number
  /** Microseconds. `ts` is the first occurrence. */
  last: number
  /** Occurrences, at least 1. */
  counter: number
}
