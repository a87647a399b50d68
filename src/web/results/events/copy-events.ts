import { nameText } from '../../../charts/name-text.ts'
import { momentText } from '../../../charts/time-text.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'

/**
 * Events as lines of text, each on one line: time, host, program, severity, message. Line feeds of messages
 * become spaces.
 */
export function eventLines(events: readonly EventRecord[], zone: string): string {
  return events
    .map(event => {
      const who = [event.host, event.program].filter(part => part !== '').join(' ')
      const head = `${momentText(event.last_occurrence, zone, true)} ${who} ${nameText('severity', event.severity)}:`
      return `${head} ${event.message}`.replace(/[\r\n]+/g, ' ')
    })
    .join('\n')
}

/** Events as JSON: one as an object, several as a list. */
export function eventsJson(events: readonly EventRecord[]): string {
  return JSON.stringify(events.length === 1 ? events[0] : events, null, 2)
}

/** Commands that read events from the service, one a line; the token comes from the environment. */
export function eventsCurl(events: readonly EventRecord[], origin: string): string {
  return events
    .map(
      ({ _id }) =>
        `curl -s ${shellQuoted(`${origin}/api/events/${encodeURIComponent(_id)}`)} -H "Authorization: token $MILLRACE_TOKEN"`,
    )
    .join('\n')
}

/** A word of a POSIX shell that stands for exactly this text. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
