import { backoffMs } from '../../async/backoff.ts'
import { pause } from '../../async/until.ts'
import type { ClaimedForwarder, ForwarderProgress } from '../../metadata/forwarding/forwarders.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ForwardThread } from '../forward-thread.ts'
import { Progress } from './progress.ts'
import { type FeedDeps, SessionFeed } from './session-feed.ts'

const defaultRetry = { minMs: 1_000, maxMs: 60_000 }
/** Maximum wait for a receiver that took events, but may not have kept them. */
const maxRetryAfterSendMs = 5_000
/** Maximum wait that a receiver may ask for. */
const maxRetryAfterMs = 3_600_000
/** How long the end of a session may take. */
const stopTimeoutMs = 3_000

export const secretsNotOpened =
  'The instance key does not open the secrets of this forwarder: set them again.'

export interface RunDeps extends FeedDeps {
  forwarders: {
    save(runner: string, id: number, progress: ForwarderProgress): Promise<boolean>
  }
  /** Identifies this process in claims. */
  runner: string
  thread: Pick<ForwardThread, 'start'>
  /** Bounds of the waits after failures; for tests. */
  retry?: { minMs: number; maxMs: number }
  log: Log
}

/**
 * One forwarder in one revision: session after session, until it is stopped. While the forwarder is paused,
 * its events are only counted.
 */
export class ForwarderRun {
  readonly revision: number
  readonly #deps: RunDeps
  readonly #forwarder: ClaimedForwarder
  readonly #stop = new AbortController()
  readonly #progress: Progress
  #ended: Promise<void> = Promise.resolve()
  /** Whether the destination took events in the last session. */
  #hasSent = false

  constructor(deps: RunDeps, forwarder: ClaimedForwarder) {
    this.#deps = deps
    this.#forwarder = forwarder
    this.revision = forwarder.revision
    const { forwarders, runner, log, now } = deps
    const save = (progress: ForwarderProgress) => forwarders.save(runner, forwarder.id, progress)
    this.#progress = new Progress(forwarder, { save, now, log, onLost: () => this.#stop.abort() })
  }

  /** Whether another runner has the forwarder, or it was removed. */
  get isLost(): boolean {
    return this.#progress.isLost
  }

  start(): void {
    this.#ended = this.#run().catch((error: unknown) => {
      const { id, content } = this.#forwarder
      this.#deps.log.error({ err: error, forwarder: id, name: content.name }, 'a forwarder has ended')
    })
  }

  /** Ends the session, and stores how far it got. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#ended
    await this.#progress.close()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    if (!this.#forwarder.content.is_active) return await this.#newFeed().watch(signal)
    for (let failures = 0; !signal.aborted; ) {
      const sentBefore = this.#progress.sent
      const failure = await this.#session().catch((error: unknown) => ({
        message: error instanceof Error ? error.message : String(error),
        retryAfter: undefined,
      }))
      if (signal.aborted || failure === undefined) return
      failures = this.#progress.sent > sentBefore ? 1 : failures + 1
      const { message, retryAfter = 0 } = failure
      const maxMs = this.#hasSent ? maxRetryAfterSendMs : Number.POSITIVE_INFINITY
      const ownWaitMs = Math.min(maxMs, backoffMs(failures, this.#deps.retry ?? defaultRetry))
      const waitMs = Math.max(Math.min(retryAfter * 1_000, maxRetryAfterMs), ownWaitMs)
      const { id, content } = this.#forwarder
      this.#deps.log.warn({ forwarder: id, name: content.name, retryInMs: waitMs }, message)
      this.#progress.failed(message, waitMs)
      await pause(waitMs, signal)
    }
  }

  #newFeed(): SessionFeed {
    return new SessionFeed(this.#deps, this.#forwarder, this.#progress)
  }

  /** Runs a session. Returns why it failed; undefined when it was stopped. */
  async #session(): Promise<{ message: string; retryAfter?: number | undefined } | undefined> {
    const { signal } = this.#stop
    const { target } = this.#forwarder
    if (target === undefined) return { message: secretsNotOpened }
    this.#hasSent = false
    const feed = this.#newFeed()
    const position = await feed.begin(signal)
    const over = new AbortController()
    const ended = Promise.withResolvers<Parameters<Parameters<ForwardThread['start']>[1]['ended']>[0]>()
    const session = this.#deps.thread.start(feed.specOf(target, position), {
      pull: () => feed.pulled(),
      progress: progress => this.#progress.add(progress),
      ended: ended.resolve,
    })
    const stop = () => {
      session.stop()
      // A session that does not end is left behind: what it still sends is sent again by the next one.
      setTimeout(() => ended.resolve(undefined), stopTimeoutMs).unref()
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const feeding = feed.run(session, AbortSignal.any([signal, over.signal]))
    try {
      return await ended.promise
    } finally {
      this.#hasSent = feed.hasWorkedOff
      signal.removeEventListener('abort', stop)
      over.abort()
      await feeding
      if (!signal.aborted) await feed.countWaiting(signal).catch(() => {})
    }
  }
}
