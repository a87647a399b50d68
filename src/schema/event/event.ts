/** Types of events; the index is the stored code. SYSLOG: parsed; INTERNAL: our own; UNKNOWN: raw text. */
export const eventTypes = ['UNKNOWN', 'SYSLOG', 'INTERNAL'] as const
export const EVENT_UNKNOWN = 0
export const EVENT_SYSLOG = 1

/** RFC 5424 table 2, as the API spells them. Index = code. */
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

/** RFC 5424 table 1, as the API spells them. Index = code. */
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

/** Status of an event, set by rules or triggers before its first row is written. Index = code. */
export const statuses = ['UNKNOWN', 'ACTIONABLE', 'NON_ACTIONABLE'] as const

/** The user tag with the original size, in bytes, of a truncated message. */
export const truncatedTag = 'truncated_from'

/** One parsed log event, not yet deduplicated and without an id. */
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
  /** Index into `eventTypes`. */
  type: number
  /** Index into `statuses`. */
  status: number
  /** Name of the retention class that rules set; absent or '': the default. */
  retentionClass?: string
  /** User tags: any names, non-empty values. A null-prototype or plain object. */
  tags: Record<string, string>
  /**
   * Data for rules that is not stored as such: PID, MSGID, SDATA.{id}.{param}, unknown members of an HTTP
   * event.
   */
  extra: Record<string, unknown>
  /**
   * Paths in `extra` that were already read into fields and tags of the event, and so do not become tags
   * again. `labels.` stands for all paths below it.
   */
  readFrom?: readonly string[]
  /** Whether all of `extra` becomes tags, since it is data that its protocol sends with every event. */
  keepsExtra?: boolean
  /** Original size of a truncated message, bytes. */
  originalBytes?: number
}

/** A stored event with its retention class. */
export type ClassedEvent = StoredEvent & Pick<ParsedEvent, 'retentionClass'>

/** A whole event with the counters of all its occurrences, as the in-memory matcher reads it. */
export interface StoredEvent
  extends Omit<ParsedEvent, 'extra' | 'readFrom' | 'keepsExtra' | 'originalBytes' | 'retentionClass'> {
  /** Rises in order of arrival, below 2^53. */
  id: number
  /** Last occurrence, microseconds; `ts` is the first one. */
  last: number
  /** Occurrences, at least 1. */
  counter: number
  /** Ids of the triggers that the first occurrence fired, in their order. */
  triggers: readonly number[]
}
