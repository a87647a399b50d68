import type { EventToSend } from '../send/event-to-send.ts'
import { socketFormats } from '../send/formats.ts'
import type { Device } from './messages.ts'

/** An event of the demo before it has a time. */
export interface UndatedEvent {
  format: Device['format']
  event: Omit<EventToSend, 'micros'>
}

/** Writes events as syslog lines, with times spread evenly over `seconds` from `unixSeconds` on. */
export function writeEvents(events: readonly UndatedEvent[], unixSeconds: number, seconds: number): string[] {
  return events.map(({ format, event }, i) => {
    const micros = Math.floor((unixSeconds + (i * seconds) / events.length) * 1e6)
    const { write, time } = socketFormats[format]
    return write({ ...event, micros }, time(micros))
  })
}
