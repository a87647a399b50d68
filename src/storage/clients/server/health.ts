import { backoffMs } from '../../../async/backoff.ts'
import { until } from '../../../async/until.ts'
import { Fault } from '../../../schema/fault.ts'

const upIntervalMs = 1_000
const downInterval = { minMs: 200, maxMs: 2_000 }
/** Unanswered pings after which the server is down. A refused connection counts at once. */
const maxMissedPings = 2
/** How long statements wait for a server that is down, before they fail with storage_unavailable. */
const waitTimeoutMs = 10_000

/**
 * Why a server cannot be used. `reason` is safe to show to all users, `detail` is for the log. `isRefused`:
 * the server refused, so it is down at once; otherwise it did not answer in time.
 */
interface PingFailure {
  reason: string
  detail?: string
  isRefused: boolean
}

/** Resolves with undefined when the server can be used. */
export type Ping = () => Promise<PingFailure | undefined>

/** Tracks whether a server answers, by pinging it continuously. */
export class ServerHealth {
  /** Host and port. */
  readonly name: string
  readonly #ping: Ping
  readonly #log: (message: string) => void
  /** Whether the server can be used: false until the first successful ping, in outages, and once closed. */
  #isUp = false
  /** Whether the server has ever been up. */
  #wasUp = false
  #isClosed = false
  /** Consecutive pings without success, up to now. */
  #missed = 0
  /**
   * Consecutive pings without success while the server is down, for the pause before the next one; at most
   * 10.
   */
  #downPings = 0
  /** Of the last ping without success, as is `#detail`. */
  #reason = 'it has not answered yet'
  #detail = this.#reason
  /** Calls `check` again, after the pause between pings. */
  #timer: NodeJS.Timeout | undefined
  /** The running ping. */
  #checking: Promise<void> | undefined
  /** Resolves when the server is up; another promise after each outage. */
  #up = Promise.withResolvers<void>()
  #down = new AbortController()

  constructor(name: string, ping: Ping, log: (message: string) => void) {
    this.name = name
    this.#ping = ping
    this.#log = log
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Whether the server counts as up but has not answered the last ping. */
  get isLate(): boolean {
    return this.#isUp && this.#missed > 0
  }

  /**
   * Fires when the server goes down: its statements are retried or fail. Another signal after each outage.
   */
  get down(): AbortSignal {
    return this.#down.signal
  }

  /** A Fault that names the server. */
  fault(): Fault {
    const detail = `The ClickHouse server ${this.name} cannot be used: ${this.#reason}.`
    // The code `starting` also means that the service is stopping.
    return this.#isClosed
      ? new Fault('starting')
      : new Fault('storage_unavailable', { detail, retryAfter: 2 })
  }

  /** Pings at once, and regularly from then on. Resolves after the ping. */
  async check(): Promise<void> {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#checking ??= this.#pingOnce().finally(() => {
      this.#checking = undefined
      if (!this.#isClosed) this.#timer = setTimeout(() => void this.check(), this.#intervalMs).unref()
    })
    await this.#checking
  }

  /** Resolves when the server answers. Rejects with `fault` after some seconds, or the signal's reason. */
  async untilUp(signal?: AbortSignal, timeoutMs = waitTimeoutMs): Promise<void> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw this.fault()
    if (this.#isUp) return
    await until(this.#up.promise, { signal, timeoutMs, timeoutError: () => this.fault() })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#isUp = false
    this.#down.abort()
    this.#up.promise.catch(() => {})
    this.#up.reject(this.fault())
  }

  get #intervalMs(): number {
    return this.#isUp ? upIntervalMs : backoffMs(this.#downPings + 1, downInterval)
  }

  async #pingOnce(): Promise<void> {
    const failure = await this.#ping()
    if (this.#isClosed) return
    if (failure === undefined) this.#becomeUp()
    else {
      this.#missed++
      this.#reason = failure.reason
      this.#detail = failure.detail ?? failure.reason
      if (this.#isUp && (failure.isRefused || this.#missed >= maxMissedPings)) this.#becomeDown()
      else if (!this.#isUp) {
        if (!this.#wasUp && this.#downPings === 0)
          this.#log(`waiting: the ClickHouse server ${this.name} cannot be used: ${this.#detail}`)
        this.#downPings = Math.min(this.#downPings + 1, 10)
      }
    }
  }

  #becomeUp(): void {
    this.#missed = 0
    this.#downPings = 0
    if (this.#isUp) return
    if (this.#wasUp) this.#log(`the ClickHouse server ${this.name} answers again`)
    this.#isUp = true
    this.#wasUp = true
    this.#up.resolve()
  }

  #becomeDown(): void {
    this.#log(`the ClickHouse server ${this.name} cannot be used: ${this.#detail}`)
    this.#isUp = false
    this.#up = Promise.withResolvers<void>()
    this.#down.abort()
    this.#down = new AbortController()
  }
}
