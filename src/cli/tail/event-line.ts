import { momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { onOneLine } from '../terminal/cell-width.ts'
import { type Paint, paintSeverity } from '../terminal/severity-colour.ts'

const severityWidth = 'EMERGENCY'.length

/** An event on one line as in log files: time, severity, host, program, message and number of occurrences. */
export function eventLine(event: EventRecord, zone: string, paint: Paint): string {
  const { last_occurrence, severity_name, host, program, message, counter } = event
  const time = paint('gray', momentText(last_occurrence, zone, true))
  const severity = paintSeverity(paint, severity_name, severity_name.padEnd(severityWidth))
  const source = paint('bold', onOneLine(host)) + (program === '' ? '' : ` ${onOneLine(program)}`)
  const repeats = counter > 1 ? paint('gray', ` ×${counter}`) : ''
  return `${time} ${severity} ${source}: ${onOneLine(message)}${repeats}`
}
