import { once } from 'node:events'
import { exactNumber } from '../../charts/number-text.ts'
import { momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { onOneLine } from '../terminal/cell-width.ts'
import { type Paint, paintFor, paintSeverity } from '../terminal/paint.ts'
import { printError, printPainted } from '../terminal/print.ts'

const severityWidth = 'EMERGENCY'.length
/** Maximum unread bytes of a slow reader. On a terminal, events beyond it are left out. */
const maxUnreadBytes = 4 * 1024 * 1024

interface PrinterOptions {
  /** Absent: no maximum. */
  maxEvents?: number
  format: 'text' | 'jsonl'
}

/** Prints events, up to the wanted number. */
export class EventPrinter {
  readonly #options: PrinterOptions
  readonly #zone: string
  readonly #onEnd: () => void
  readonly #paint = paintFor(process.stdout)
  #printed = 0
  #leftOut = 0

  /** Calls `onEnd` after the last wanted event. */
  constructor(options: PrinterOptions, zone: string, onEnd: () => void) {
    this.#options = options
    this.#zone = zone
    this.#onEnd = onEnd
  }

  /** Prints events, except events for which the reader of the output is too slow. */
  print(events: readonly EventRecord[]): void {
    for (const event of events) {
      if (this.#isEnough) break
      if (process.stdout.writableLength > maxUnreadBytes) {
        this.#leftOut++
        continue
      }
      if (this.#leftOut > 0)
        printError(`… ${exactNumber(this.#leftOut)} events left out: the reader of the output is slow`)
      this.#leftOut = 0
      this.#printOne(event)
    }
    if (this.#isEnough) this.#onEnd()
  }

  /** Prints all events, waiting for the reader of the output. */
  async printAll(events: readonly EventRecord[], signal: AbortSignal): Promise<void> {
    for (const event of events) {
      if (this.#isEnough || signal.aborted) break
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal }).catch(() => {})
      this.#printOne(event)
    }
    if (this.#isEnough) this.#onEnd()
  }

  get #isEnough(): boolean {
    return this.#printed >= (this.#options.maxEvents ?? Number.POSITIVE_INFINITY)
  }

  #printOne(event: EventRecord): void {
    printPainted([this.#textOf(event)])
    this.#printed++
  }

  #textOf(event: EventRecord): string {
    if (this.#options.format === 'text') return eventLine(event, this.#zone, this.#paint)
    const json = JSON.stringify(event)
    return process.stdout.isTTY ? onOneLine(json) : json
  }
}

/** An event on one line as in log files: time, severity, host, program, message and number of occurrences. */
function eventLine(event: EventRecord, zone: string, paint: Paint): string {
  const { last_occurrence, severity_name, host, program, message, counter } = event
  const time = paint('gray', momentText(last_occurrence, zone, true))
  const severity = paintSeverity(paint, severity_name, severity_name.padEnd(severityWidth))
  const source = paint('bold', onOneLine(host)) + (program === '' ? '' : ` ${onOneLine(program)}`)
  const repeats = counter > 1 ? paint('gray', ` ×${counter}`) : ''
  return `${time} ${severity} ${source}: ${onOneLine(message)}${repeats}`
}
