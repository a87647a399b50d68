import { parseSyslog } from '../../ingest/syslog/parse.ts'

/** An event to send, before it is written in a format. */
export interface EventToSend {
  /** Integer microseconds since the epoch, UTC; 0 = the time of sending. */
  micros: number
  /** Host, program and process id are '' if absent. */
  host: string
  program: string
  pid: string
  /** Facility times 8 plus severity, 0 to 191. */
  priority: number
  message: string
  /** Parameters of RFC 5424 structured data; other formats leave them out. */
  tags?: Readonly<Record<string, string>>
}

/** Host and program of events without their own. */
export interface EventDefaults {
  host: string
  program: string
}

/**
 * Parses a line of a log file as the service parses syslog (docs/syslog.md); other text becomes only a
 * message. Drops structured data of RFC 5424; lines that are sent unchanged keep it.
 */
export function parseLine(line: Buffer, defaults: EventDefaults, nowMicros: number): EventToSend {
  const { ts, host, program, facility, severity, message, extra } = parseSyslog(line, 0, line.length, {
    receivedAt: nowMicros,
    sender: defaults.host,
  })
  return {
    micros: ts === nowMicros ? 0 : ts,
    host,
    program: program === '' ? defaults.program : program,
    pid: typeof extra.PID === 'string' ? extra.PID : '',
    priority: facility * 8 + severity,
    message,
  }
}

const columns = 'time stamp, host, priority, program, message'

/**
 * Parses a line of tab-separated values: Unix seconds (0 = the time of sending), host, priority, program,
 * message; the message may contain tabs. Throws an Error that says what was expected.
 */
export function parseTsvLine(line: string, defaults: EventDefaults): EventToSend {
  const [stamp = '', host, priority = '', program, ...message] = line.split('\t')
  if (program === undefined || message.length === 0)
    throw new Error(`expected five columns separated by tabs: ${columns}`)
  const seconds = stamp.trim() === '' ? Number.NaN : Number(stamp)
  if (!(seconds >= 0 && seconds < 1e11))
    throw new Error(`the time stamp must be Unix seconds or 0, not ${JSON.stringify(stamp.slice(0, 40))}`)
  const level = priority.trim() === '' ? Number.NaN : Number(priority)
  if (!(Number.isInteger(level) && level >= 0 && level <= 191))
    throw new Error(
      `the priority must be a whole number from 0 to 191, not ${JSON.stringify(priority.slice(0, 40))}`,
    )
  return {
    micros: Math.round(seconds * 1e6),
    host: host === undefined || host === '' ? defaults.host : host,
    program: program === '' ? defaults.program : program,
    pid: '',
    priority: level,
    message: message.join('\t'),
  }
}
