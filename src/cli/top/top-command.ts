import { Command } from 'commander'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { ExitError, exitCodes } from '../command/exit-codes.ts'
import { followQueries } from '../live/follow-queries.ts'
import { interruptedError } from '../query/ask-query.ts'
import { type ParamOptions, readParams, zoneOption } from '../query/read-params.ts'
import {
  addFilterOption,
  addTimeOptions,
  defaultTimeoutSeconds,
  timeoutDescription,
  timeoutSeconds,
} from '../query/shared-options.ts'
import { addRemoteOptions, remoteAccess, reportErrors } from '../remote/remote.ts'
import { paintFor } from '../terminal/paint.ts'
import { printError, printPainted } from '../terminal/print.ts'
import { drawTop, type TopPart, topParts, topQueries } from './draw-top.ts'

const redrawMs = 500
const defaultWidth = 100
const defaultHeight = 40
/** Values queried for each list. A low screen shows fewer. */
const valuesPerList = 20

// Escape sequences of the terminal. `enter` switches to the alternate screen and hides the cursor; `leave`
// undoes both.
const enter = '\u001b[?1049h\u001b[?25l'
const leave = '\u001b[?25h\u001b[?1049l'
const home = '\u001b[H'
const clearLine = '\u001b[K'
const clearBelow = '\u001b[J'

interface TopOptions extends ParamOptions {
  once?: boolean
  timeout?: number
}

/** `millrace top [search...]`: rates and the most frequent hosts, programs, severities and patterns, live. */
export function topCommand(): Command {
  const command = new Command('top')
    .description('watch rates, and the most frequent hosts, programs, severities and patterns; q quits')
    .argument('[search...]', 'as in the search box of the page: failed host:fw-* severity<=err')
    .option('--once', 'print once; default if standard output is not a terminal')
    .option('--timeout <seconds>', `with --once: ${timeoutDescription}`, timeoutSeconds)
  addFilterOption(addTimeOptions(command))
  return addRemoteOptions(command).action(
    reportErrors((search: string[], options: TopOptions) => top(search.join(' '), options)),
  )
}

async function top(search: string, options: TopOptions): Promise<void> {
  const zone = zoneOption(options)
  const { params, notes } = await readParams(options, {}, search)
  const requests = topParts.map(part => {
    const { type, params: partParams } = topQueries[part]
    return {
      type,
      params: { ...params, ...(type === 'EventRate' ? {} : { limit: valuesPerList }), ...partParams },
    }
  })
  const isOnce = options.once === true || !process.stdout.isTTY
  const stop = new AbortController()
  const screen = new TopScreen(zone, titleOf(search, options), isOnce)
  const stopReadingKeys = isOnce ? () => {} : stopOnKeys(stop)
  const interrupt = () => stop.abort(interruptedError())
  process.once('SIGINT', interrupt)
  if (!isOnce) screen.open()
  // Called as soon as the command stops: `followQueries` still waits for the service after that.
  const restoreTerminal = () => {
    stopReadingKeys()
    screen.close()
  }
  stop.signal.addEventListener('abort', restoreTerminal, { once: true })
  const seconds = options.timeout ?? defaultTimeoutSeconds
  const onTimeout = () => stop.abort(new ExitError('timeout', `No complete answer within ${seconds} s.`))
  const timer = isOnce ? setTimeout(onTimeout, seconds * 1_000) : undefined
  try {
    await followQueries(
      options,
      requests,
      {
        update(index, query) {
          const part = topParts[index]
          if (part !== undefined) screen.update(part, query)
          if (!isOnce) return
          if (query.error !== undefined) stop.abort(new ExitError('failed', query.error.detail))
          else if (screen.isComplete) stop.abort()
        },
        lost: reason => {
          screen.showNotice(`connection lost: ${reason}`)
          if (isOnce) stop.abort(new ExitError('failed', `The connection is lost: ${reason}`))
        },
        restored: () => screen.showNotice(''),
      },
      stop.signal,
    )
  } finally {
    clearTimeout(timer)
    process.off('SIGINT', interrupt)
    if (!stop.signal.aborted) restoreTerminal()
  }
  if (isOnce && screen.isComplete) printPainted(screen.lines())
  for (const note of notes) printError(note)
  const { reason } = stop.signal
  // Any other reason is a regular end: all answers are complete, or q was pressed.
  if (!(reason instanceof ExitError)) return
  if (reason.exitCode !== exitCodes.interrupted) throw reason
  process.exitCode = reason.exitCode
}

/** Address, range and conditions, for the head of the screen. */
function titleOf(search: string, options: TopOptions): string {
  const conditions = [search, ...(options.filter ?? [])].filter(text => text !== '')
  return [remoteAccess(options).url, options.range ?? 'last hour', ...conditions].join(' · ')
}

/** The screen with the newest answers, redrawn at most twice a second. With `isOnce` it draws nothing. */
class TopScreen {
  readonly #zone: string
  readonly #title: string
  readonly #isOnce: boolean
  readonly #answers: Partial<Record<TopPart, QueryRepresentation>> = {}
  /** As `Screen.notice`. */
  #notice = ''
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  readonly #redraw = () => this.#draw()

  constructor(zone: string, title: string, isOnce: boolean) {
    this.#zone = zone
    this.#title = title
    this.#isOnce = isOnce
  }

  /** Whether every part has a complete answer. */
  get isComplete(): boolean {
    return topParts.every(part => this.#answers[part]?.status === 'SUCCESS')
  }

  open(): void {
    process.stdout.write(enter)
    process.stdout.on('resize', this.#redraw)
    this.#draw()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    process.stdout.off('resize', this.#redraw)
    if (!this.#isOnce) process.stdout.write(leave)
  }

  update(part: TopPart, query: QueryRepresentation): void {
    this.#answers[part] = query
    this.#drawSoon()
  }

  /** Shows an error of the connection; '' removes it. */
  showNotice(notice: string): void {
    this.#notice = notice
    this.#drawSoon()
  }

  lines(): string[] {
    return drawTop(this.#answers, {
      width: process.stdout.columns ?? defaultWidth,
      height: this.#isOnce ? defaultHeight : (process.stdout.rows ?? defaultHeight),
      zone: this.#zone,
      paint: paintFor(process.stdout),
      title: this.#title,
      notice: this.#notice,
      hasClock: !this.#isOnce,
    })
  }

  #drawSoon(): void {
    if (this.#isOnce || this.#isClosed) return
    this.#timer ??= setTimeout(this.#redraw, redrawMs)
  }

  #draw(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // No line feed after the last line, which would scroll the screen.
    process.stdout.write(
      `${home}${this.lines()
        .map(line => line + clearLine)
        .join('\r\n')}${clearBelow}`,
    )
  }
}

/** Aborts `stop` on q, Ctrl-D and Ctrl-C. Returns the function that restores the keyboard. */
function stopOnKeys(stop: AbortController): () => void {
  const { stdin } = process
  if (!stdin.isTTY) return () => {}
  const read = (keys: Buffer) => {
    const typed = keys.toString('latin1')
    if (typed.includes('\u0003')) stop.abort(interruptedError())
    else if (/[qQ\u0004]/.test(typed)) stop.abort()
  }
  stdin.setRawMode(true)
  stdin.on('data', read)
  return () => {
    stdin.off('data', read)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
