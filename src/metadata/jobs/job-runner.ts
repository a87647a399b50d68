import { randomUUID } from 'node:crypto'
import { Repeater } from '../../async/repeater.ts'
import { until } from '../../async/until.ts'
import type { Log } from '../../telemetry/log.ts'
import type { HeldClaims } from './job-queue.ts'

export interface JobRunnerOptions {
  log: Log
  /** Milliseconds that `close` waits for running jobs before it stops them. */
  closeTimeoutMs: number
}

/** Another runner has the job, or it was removed: the result of this attempt is ignored. */
export class ClaimLostError extends Error {}

/** Claims jobs and works on them, several at once. */
export abstract class JobRunner<Job extends { id: number }> {
  /** Name in claims: unique among all runners on the same metadata, also after a restart. */
  protected readonly runner = randomUUID()
  readonly #options: JobRunnerOptions
  readonly #task: string
  readonly #claims: Repeater
  readonly #running = new Map<Job, { stop: AbortController; done: Promise<void> }>()
  readonly #ending = new AbortController()

  /** `task`: what the runner does with a job, for the log, such as `make a report`. */
  constructor(task: string, options: JobRunnerOptions) {
    this.#task = task
    this.#options = options
    this.#claims = new Repeater(
      () => this.claimDue(),
      error => options.log.error({ err: error, task }, 'could not claim a job'),
    )
  }

  /** Claims due jobs and begins them, as many as may run at once. */
  protected abstract claimDue(): Promise<void>
  /** Makes one attempt at a job and stores its outcome. */
  protected abstract work(job: Job, signal: AbortSignal): Promise<void>

  /** Works on what is due. Call it whenever there may be new jobs. */
  wake(): void {
    void this.#claims.run()
  }

  /** As `wake`, after a time and instead of at the time set before. */
  protected wakeIn(ms: number): void {
    this.#claims.runIn(ms)
  }

  /** The claims of the running jobs. */
  get held(): HeldClaims {
    return { runner: this.runner, ids: this.running.map(({ id }) => id) }
  }

  protected get running(): Job[] {
    return [...this.#running.keys()]
  }

  protected get isClosed(): boolean {
    return this.#claims.isClosed
  }

  /** Resolves when nothing is due and nothing runs here. */
  async idle(): Promise<void> {
    while (this.#claims.isRunning || this.#running.size > 0) {
      await Promise.all([this.#claims.idle(), ...[...this.#running.values()].map(({ done }) => done)])
    }
  }

  /** Claims nothing more. Stops jobs that run for longer than the timeout; `idle` waits for their end. */
  async close(): Promise<void> {
    void this.#claims.close()
    await until(this.idle(), { timeoutMs: this.#options.closeTimeoutMs }).catch(() => {})
    this.#ending.abort(new Error('the service stops'))
  }

  /** Begins a job that was claimed. */
  protected begin(job: Job): void {
    const stop = new AbortController()
    const done = this.work(job, AbortSignal.any([stop.signal, this.#ending.signal]))
      .catch(error => this.#options.log.error({ err: error, job: job.id }, `could not ${this.#task}`))
      .then(() => {
        this.#running.delete(job)
        this.wake()
      })
    this.#running.set(job, { stop, done })
  }

  /** Stops the attempts at a job and waits for their end. */
  protected async stop(id: number, reason: Error): Promise<void> {
    for (const [job, { stop, done }] of this.#running) {
      if (job.id !== id) continue
      stop.abort(reason)
      await done
    }
  }

  /** Renews a claim while `attempt` lasts. When the claim is lost, the job is stopped. */
  protected async renewDuring<Result>(
    job: Job,
    { renew, everyMs }: { renew: () => Promise<boolean>; everyMs: number },
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const renewals = new Repeater(
      async () => {
        if (!(await renew())) this.#running.get(job)?.stop.abort(new ClaimLostError('the claim is lost'))
      },
      error =>
        this.#options.log.warn({ err: error, job: job.id, task: this.#task }, 'could not renew a claim'),
    )
    renewals.start(everyMs)
    try {
      return await attempt()
    } finally {
      void renewals.close()
    }
  }
}
