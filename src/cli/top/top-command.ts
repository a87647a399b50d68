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
  exitWithUsage,
  timeoutDescription,
  timeoutSeconds,
} from '../query/shared-options.ts'
import { addRemoteOptions, remoteAccess, reportErrors } from '../remote/remote.ts'
import { printError, printPainted } from '../terminal/print.ts'
import { paintFor } from '../terminal/severity-colour.ts'
import { drawTop } from './draw-top.ts'
import { type TopPart, topParts, topQueries } from './top-queries.ts'

const redrawMs = 500
const defaultWidth = 100
const defaultHeight = 40
/** Values queried per list; the screen's height limits how many are drawn. */
const limit = 20

// Switches to the alternate screen without a cursor, and back.
const enter = '\u001b[?1049h\u001b[?25l'
const leave = '\u001b[?25h\u001b[?1049l'
const home = '\u001b[H'
const clearLine = '\u001b[K'
const clearBelow = '\u001b[J'

interface TopOptions extends ParamOptions {
  once?: boolean
  timeout?: number
}

/**
 * `millrace top [search...]`: shows rates and the most frequent hosts, programs, severities and patterns,
 * live.
 */
export function topCommand(): Command {
  const command = exitWithUsage(new Command('top'))
    .description('watch rates, and the most frequent hosts, programs, severities and patterns; q ends it')
    .argument('[search...]', 'as in the search box of the page: failed host:fw-* severity<=err')
    .option('--once', 'print it once, as where standard output is no terminal')
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
    const { type, params: own } = topQueries[part]
    return { type, params: { ...params, ...(type === 'EventRate' ? {} : { limit }), ...own } }
  })
  const isOnce = options.once === true || !process.stdout.isTTY
  const ended = new AbortController()
  const screen = new TopScreen(zone, titleOf(search, options), isOnce)
  const stopKeys = isOnce ? () => {} : endWithKeys(ended)
  const interrupt = () => ended.abort(interruptedError())
  process.once('SIGINT', interrupt)
  if (!isOnce) screen.open()
  // Restores the terminal at once, since the rest waits for the service.
  const giveBack = () => {
    stopKeys()
    screen.close()
  }
  ended.signal.addEventListener('abort', giveBack, { once: true })
  const seconds = options.timeout ?? defaultTimeoutSeconds
  const giveUp = () => ended.abort(new ExitError('timeout', `No complete answer within ${seconds} s.`))
  const timer = isOnce ? setTimeout(giveUp, seconds * 1_000) : undefined
  try {
    await followQueries(
      options,
      requests,
      {
        update(index, query) {
          const part = topParts[index]
          if (part !== undefined) screen.update(part, query)
          if (query.error !== undefined) screen.tell(query.error.detail)
          if (!isOnce) return
          if (query.error !== undefined) ended.abort(new ExitError('failed', query.error.detail))
          else if (screen.isComplete) ended.abort()
        },
        lost: reason => {
          screen.tell(`connection lost: ${reason}`)
          if (isOnce) ended.abort(new ExitError('failed', `The connection is lost: ${reason}`))
        },
        restored: () => screen.tell(''),
      },
      ended.signal,
    )
  } finally {
    clearTimeout(timer)
    process.off('SIGINT', interrupt)
    if (!ended.signal.aborted) giveBack()
  }
  if (isOnce && screen.isComplete) printPainted(screen.lines())
  for (const note of notes) printError(note)
  const { reason } = ended.signal
  if (!(reason instanceof ExitError)) return
  if (reason.exitCode !== exitCodes.interrupted) throw reason
  process.exitCode = reason.exitCode
}

function titleOf(search: string, options: TopOptions): string {
  const conditions = [search, ...(options.filter ?? [])].filter(text => text !== '')
  return [remoteAccess(options).url, options.range ?? 'last hour', ...conditions].join(' · ')
}

/** Shows the newest answers on the screen. */
class TopScreen {
  readonly #zone: string
  readonly #title: string
  readonly #isOnce: boolean
  readonly #answers: Partial<Record<TopPart, QueryRepresentation>> = {}
  #state = ''
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

  tell(state: string): void {
    this.#state = state
    this.#drawSoon()
  }

  lines(): string[] {
    return drawTop(this.#answers, {
      width: process.stdout.columns ?? defaultWidth,
      height: this.#isOnce ? defaultHeight : (process.stdout.rows ?? defaultHeight),
      zone: this.#zone,
      paint: paintFor(process.stdout),
      title: this.#title,
      state: this.#state,
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

/** Ends on q, Ctrl-D and Ctrl-C. Returns the function that restores the keyboard. */
function endWithKeys(ended: AbortController): () => void {
  const { stdin } = process
  if (!stdin.isTTY) return () => {}
  const read = (keys: Buffer) => {
    const typed = keys.toString('latin1')
    if (typed.includes('\u0003')) ended.abort(interruptedError())
    else if (/[qQ\u0004]/.test(typed)) ended.abort()
  }
  stdin.setRawMode(true)
  stdin.on('data', read)
  return () => {
    stdin.off('data', read)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
