import { Repeater } from '../../async/repeater.ts'
import {
  type ClaimedForwarder,
  type ForwarderActivity,
  type ForwarderCounts,
  type ForwarderProgress,
  noActivity,
} from '../../metadata/forwarding/forwarders.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ForwarderPosition, SessionCounts } from '../session/messages.ts'

const saveMs = 1_000
/** The time over which the rate is measured. */
const rateSeconds = 10

interface ProgressDeps {
  /** Stores the progress. False: another runner has the forwarder, or it was removed. */
  save: (progress: ForwarderProgress) => Promise<boolean>
  /** Unix seconds. */
  now: () => number
  log: Log
  /** Called when the forwarder is lost. */
  onLost: () => void
}

/** How far a forwarder has got and what it does, stored once a second if it changed. */
export class Progress {
  readonly #deps: ProgressDeps
  readonly #saves: Repeater
  #position: ForwarderPosition | undefined
  #storedPosition: ForwarderPosition | undefined
  /** A user has asked to skip what waits. */
  #mustSkip: boolean
  /** The runner has done what the user asked for, and that is not stored yet. */
  #hasSkipped = false
  #counts: ForwarderCounts
  #activity: ForwarderActivity
  #saved = ''
  #isLost = false
  /** The session may have rows that it has not reported; also before its first report and after a failure. */
  #mayHaveUnreported = true
  /** Numbers of sent events of the last seconds, with the time of each report. */
  readonly #recent: { at: number; sent: number }[] = []

  constructor(
    {
      position,
      mustSkip,
      counts,
      sentAt,
    }: Pick<ClaimedForwarder, 'position' | 'mustSkip' | 'counts' | 'sentAt'>,
    deps: ProgressDeps,
  ) {
    this.#deps = deps
    // Stored by this class.
    this.#position = position === null ? undefined : (JSON.parse(position) as ForwarderPosition)
    this.#mustSkip = mustSkip
    this.#counts = counts
    this.#activity = { ...noActivity, sent_at: sentAt }
    this.#saves = new Repeater(
      () => this.#save(),
      error => deps.log.warn({ err: error }, 'the progress of a forwarder could not be stored'),
    )
    this.#saves.start(saveMs)
  }

  get position(): ForwarderPosition | undefined {
    return this.#position
  }

  /** Whether the runner must skip the events that wait, since a user has asked for it. */
  get mustSkip(): boolean {
    return this.#mustSkip
  }

  get isLost(): boolean {
    return this.#isLost
  }

  get sent(): number {
    return this.#counts.sent
  }

  /** Whether nothing waits: the state is `sending`. */
  get isCaughtUp(): boolean {
    return this.#activity.state === 'sending'
  }

  /**
   * Whether the session must hear that nothing new came up to a time: it may have open windows, or rows that
   * it has not reported.
   */
  get needsTime(): boolean {
    return this.#mayHaveUnreported || this.#position?.windows !== undefined
  }

  /** Stores where the forwarder begins. Rejects if that fails: nothing may be sent then. */
  async begin(position: ForwarderPosition): Promise<void> {
    this.#position = position
    this.#hasSkipped = this.#mustSkip
    await this.#saves.run()
    if (this.#storedPosition !== position) throw new Error('The place where it begins could not be stored.')
    this.#mustSkip = false
  }

  /** The destination has everything up to a position. */
  add({ position, counts }: { position: ForwarderPosition; counts: SessionCounts }): void {
    this.#position = position
    this.#mayHaveUnreported = false
    const before = this.#counts
    this.#counts = {
      sent: before.sent + counts.sent,
      occurrences: before.occurrences + counts.occurrences,
      dropped: before.dropped + counts.dropped,
      refused: before.refused + counts.refused,
      skipped: before.skipped,
      held_back: before.held_back + counts.heldBack,
    }
    if (counts.sent === 0) return
    const at = this.#deps.now()
    this.#recent.push({ at, sent: counts.sent })
    const { state } = this.#activity
    // A destination that takes events does not fail any more. The feed says soon whether events wait.
    this.#change({
      sent_at: at,
      error: null,
      error_at: null,
      retry_at: null,
      state: state === 'retrying' ? 'behind' : state,
    })
  }

  /** Rows were given to the session. */
  sentRows(): void {
    this.#mayHaveUnreported = true
  }

  /** Counts rows that are skipped: a user has asked for it, or they have waited for too long. */
  countSkipped(rows: number): void {
    this.#counts = { ...this.#counts, skipped: this.#counts.skipped + rows }
  }

  /** Rows wait for the destination. `oldest`: Unix seconds. */
  waiting(rows: number, oldest: number | undefined): void {
    this.#change({ waiting: rows, oldest_waiting: oldest ?? null })
  }

  behind(): void {
    this.#change({ state: 'behind', retry_at: null })
  }

  caughtUp(): void {
    this.#change({ state: 'sending', retry_at: null, waiting: 0, oldest_waiting: null })
  }

  failed(error: string, retryInMs: number): void {
    const now = this.#deps.now()
    this.#change({ state: 'retrying', error, error_at: now, retry_at: now + retryInMs / 1_000 })
    this.#mayHaveUnreported = true
  }

  /** Stores the last state. */
  async close(): Promise<void> {
    await this.#saves.run()
    await this.#saves.close()
  }

  #change(change: Partial<ForwarderActivity>): void {
    this.#activity = { ...this.#activity, ...change }
  }

  async #save(): Promise<void> {
    if (this.#isLost) return
    const since = this.#deps.now() - rateSeconds
    while (this.#recent[0] !== undefined && this.#recent[0].at < since) this.#recent.shift()
    let sent = 0
    for (const report of this.#recent) sent += report.sent
    this.#change({ rate: sent / rateSeconds })
    const position = this.#position
    const progress: ForwarderProgress = {
      position: position && JSON.stringify(position),
      hasSkipped: this.#hasSkipped,
      counts: this.#counts,
      activity: this.#activity,
    }
    const text = JSON.stringify(progress)
    if (text === this.#saved) return
    if (await this.#deps.save(progress)) {
      this.#saved = text
      this.#storedPosition = position
      // A skip that began while this was being stored is stored next.
      if (progress.hasSkipped) this.#hasSkipped = false
    } else {
      this.#isLost = true
      this.#deps.onLost()
    }
  }
}
