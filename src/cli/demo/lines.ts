import type { EventToSend } from '../send/event-to-send.ts'
import { socketFormats } from '../send/formats.ts'
import type { Device } from './messages.ts'

/** An event of the demo before it has a time. */
export interface UndatedEvent {
  format: Device['format']
  event: Omit<EventToSend, 'micros'>
}

/** Writes events as syslog lines, spread evenly over the seconds from `moment` (Unix seconds) on. */
export function writeEvents(events: readonly UndatedEvent[], moment: number, seconds: number): string[] {
  return events.map(({ format, event }, i) => {
    const micros = Math.floor((moment + (i * seconds) / events.length) * 1e6)
    const { write, time } = socketFormats[format]
    return write({ ...event, micros }, time(micros))
  })
}
