import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger } from 'fastify'
import { Repeater } from '../../async/repeater.ts'
import type { Caller } from '../../metadata/identity/identity.ts'
import type { LogLine } from '../../query/logql/log-lines.ts'
import type { LogqlReads, Selection } from '../../query/logql/logql-reads.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { Fault } from '../../schema/fault.ts'
import { Heartbeat } from '../live/heartbeat.ts'
import type { HubConnection } from '../live/hub.ts'
import { categorizeLabels, streamsOf } from './answers.ts'
import { SeenLines } from './seen-lines.ts'

/** The request of a tail client. */
export interface TailRequest {
  selection: Selection
  /** Microseconds; events whose first occurrence is earlier are not sent. */
  from: number
  /** Maximum past lines that are sent first. */
  limit: number
  /** Delay of sending, so that late lines come in order. */
  delayMs: number
  /** Whether structured metadata is sent beside each line (`streamsOf`). */
  categorized: boolean
}

type TailSource = Pick<LogqlReads, 'events' | 'pipe' | 'newestChange'>

const roundMs = 1_000
/** Maximum time between rounds while the store does not change. */
const maxIdleMs = 5_000
/** A tail ends after this number of consecutive failures. */
const maxFailures = 5
/** Maximum bytes of the reason in a close frame (RFC 6455). */
const maxReasonBytes = 123
/** Maximum lines of a round: two seconds at 5,000 lines per second. */
const maxLines = 10_000
/** Maximum lines that a round reads at first, while few arrive. */
const minLines = 1_000
/** How far back a round looks for late lines. */
const lookbackMicros = 3_600_000_000
/** How far ahead of our clock lines may be: clocks of devices differ. */
const aheadMicros = 86_400_000_000
/** While this many bytes wait for the client, no lines are read for it. */
const highWaterBytes = 1_048_576
/** A tail ends if its client takes nothing for this long while `highWaterBytes` wait. */
const stalledMs = 60_000

/** A tail client. Sends it the new lines each second. */
export class LokiTail implements HubConnection {
  readonly #socket: WebSocket
  readonly #heartbeat: Heartbeat
  readonly #source: TailSource
  readonly #request: TailRequest
  readonly #log: FastifyBaseLogger
  readonly #closing = new AbortController()
  #caller: Caller
  readonly #seen = new SeenLines(maxLines)
  /** Maximum lines that the next round reads at first. */
  #limit = minLines
  /** Whether the next round is the first one. */
  #isFirst = true
  /** The newest change of the store at the last read; -1 before the first. */
  #readChange = -1
  /** When the last read began (Unix milliseconds). */
  #readAt = 0
  /** When the socket last sent a frame, or got one while it had nothing to send (Unix milliseconds). */
  #sentAt = Date.now()
  /** Number of consecutive failed rounds. */
  #failures = 0
  readonly #rounds = new Repeater(
    async () => {
      await this.#round()
      this.#failures = 0
      this.#rounds.runIn(roundMs)
    },
    error => {
      this.#handleFailure(error)
      this.#rounds.runIn(roundMs * 2 ** this.#failures)
    },
  )

  constructor(
    socket: WebSocket,
    caller: Caller,
    request: TailRequest,
    { source, log }: { source: TailSource; log: FastifyBaseLogger },
  ) {
    this.#socket = socket
    this.#heartbeat = new Heartbeat(socket)
    this.#caller = caller
    this.#request = request
    this.#source = source
    this.#log = log
    socket.on('close', () => this.#end())
    this.#rounds.runIn(0)
  }

  get caller(): Caller {
    return this.#caller
  }

  get waitingBytes(): number {
    return this.#socket.bufferedAmount
  }

  ping(): void {
    this.#heartbeat.ping()
  }

  closeIfStalled(now: number): void {
    if (this.#isFull && now - this.#sentAt > stalledMs) this.close(1013, 'reading too slowly')
  }

  close(code: number, reason: string): void {
    this.#end()
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Continues with the hosts that the caller may see now. */
  updateCaller(caller: Caller): void {
    this.#caller = caller
    if (!caller.permissions.has('search')) this.close(1008, 'the permission to search was withdrawn')
  }

  get #isFull(): boolean {
    return this.#socket.bufferedAmount >= highWaterBytes
  }

  #end(): void {
    this.#closing.abort(new Error('the tail was closed'))
    void this.#rounds.close()
  }

  /**
   * After a transient error, the next round retries. Otherwise, and after `maxFailures`, closes with the
   * detail.
   */
  #handleFailure(error: unknown): void {
    if (this.#closing.signal.aborted) return
    this.#failures++
    if (error instanceof Fault) this.#log.debug({ err: error }, 'a round of a tail failed')
    else this.#log.error({ err: error }, 'a round of a tail failed')
    if (this.#failures < maxFailures && isTransient(error)) return
    this.close(1011, reasonOf(error instanceof Fault ? error.detail : 'Internal error.'))
  }

  /** Reads a page of the newest lines, a longer one if it is too short, and sends the lines that are new. */
  async #round(): Promise<void> {
    const { selection, delayMs } = this.#request
    const now = Date.now()
    const { newestChange } = this.#source
    // With a delay, lines become due without a change of the store.
    const isIdle = newestChange === this.#readChange && delayMs === 0 && now - this.#readAt < maxIdleMs
    if (isIdle || this.#isFull) return
    const { user, hosts } = this.#caller
    const reader = { userId: user.id, hosts, signal: this.#closing.signal }
    const to = delayMs > 0 ? (now - delayMs) * 1_000 : now * 1_000 + aheadMicros
    const from = Math.max(this.#request.from, this.#isFirst ? 0 : now * 1_000 - lookbackMicros)
    const readNewest = (limit: number) =>
      this.#source.events(reader, selection, { from, to, limit, newestFirst: true })
    let limit = this.#isFirst ? Math.max(minLines, this.#request.limit) : this.#limit
    let events = await readNewest(limit)
    if (limit < maxLines && this.#seen.isShort(events, events.length === limit)) {
      limit = maxLines
      events = await readNewest(limit)
    }
    const hasMore = events.length === limit
    this.#readChange = newestChange
    this.#readAt = now
    // A page that is still too short leaves out new lines. They are never sent, but the client is informed.
    const isDropped = this.#seen.isShort(events, hasMore)
    const unseen = this.#seen.take(events, hasMore)
    const wasFirst = this.#isFirst
    this.#isFirst = false
    // A page of twice the new lines usually ends with a line that was already sent, so one read is enough.
    this.#limit = Math.min(maxLines, Math.max(minLines, 2 * (wasFirst ? this.#request.limit : unseen.length)))
    const lines = await this.#pipe(unseen)
    // Past lines beyond the limit are not sent later.
    const newLines = wasFirst ? lines.slice(0, this.#request.limit) : lines
    // The stages may have dropped all lines that were read.
    const droppedBefore = isDropped ? events.at(-1)?.ts : undefined
    if (newLines.length > 0 || isDropped) this.#send(newLines.reverse(), droppedBefore)
  }

  /** Runs the stages of the expression. A Fault ends the tail: the same lines would fail again. */
  async #pipe(events: readonly StoredEvent[]): Promise<LogLine[]> {
    try {
      return await this.#source.pipe(this.#request.selection, events)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.close(1011, reasonOf(error.detail))
      return []
    }
  }

  /** `droppedBefore`: lines before this time (microseconds) did not fit into the round. */
  #send(lines: readonly LogLine[], droppedBefore: number | undefined): void {
    if (this.#closing.signal.aborted) return
    const { categorized } = this.#request
    const frame = {
      ...(categorized && { encodingFlags: [categorizeLabels] }),
      streams: streamsOf(lines, categorized),
      dropped_entries:
        droppedBefore === undefined ? null : [{ labels: {}, timestamp: `${droppedBefore}000` }],
    }
    // A socket that has sent everything is not slow, no matter how long it was quiet.
    if (this.#socket.bufferedAmount === 0) this.#sentAt = Date.now()
    this.#socket.send(JSON.stringify(frame), () => {
      this.#sentAt = Date.now()
    })
  }
}

/** Whether the same round may succeed later. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Fault)) return true
  return error.status >= 500 && error.code !== 'query_quarantined' && error.code !== 'storage_damaged'
}

/** The detail truncated to the length of a close frame's reason. */
function reasonOf(detail: string): string {
  let reason = detail
  while (Buffer.byteLength(reason) > maxReasonBytes) reason = reason.slice(0, -1)
  return reason
}
