import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Repeater } from '../../async/repeater.ts'
import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { HeldClaims } from '../../metadata/database/leases.ts'
import type { OwnerRights } from '../../metadata/identity/rights.ts'
import type { ClaimedReport, ReportQueue } from '../../metadata/reports/report-queue.ts'
import { readerWith } from '../../query/reader.ts'
import type { SnapshotSource } from '../../query/snapshot.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportPartRecord } from '../../schema/reports/report.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ReportJob, ReportOutcome, ReportRenderer } from '../document/job.ts'
import { failureOf, isUnexpected, ReportError } from './failure.ts'
import { fileKind, fileNameOf } from './file-name.ts'
import type { ReportDraft, ReportFolder } from './folder.ts'
import { answerQueries, subjectOf } from './parts.ts'
import { Progress } from './progress.ts'

export interface RunnerDeps {
  source: SnapshotSource
  dashboards: Pick<Dashboards, 'get'>
  work: ReportQueue
  rightsOf(userId: number): Promise<OwnerRights | undefined>
  renderer: ReportRenderer
  folder: ReportFolder
  /** Time limit of one report. */
  timeoutSeconds: number
  maxConcurrent: number
  /** Delays between attempts while the store does not answer. */
  retryDelaysMs: readonly number[]
  /** Name of this machine, for documents. */
  host: string
  /** Unix seconds. */
  now(): number
  log: Log
  /** Called when a report has succeeded or failed. */
  onFinished(): void
}

/** Time between renewals of the claim of a running report. */
const renewIntervalMs = 2_000

/** Another attempt has claimed the report, or it was removed: the result is ignored. */
class ClaimLostError extends Error {}

/** Makes waiting reports, up to `maxConcurrent` at once, with the rights of their owners. */
export class ReportRunner {
  readonly #deps: RunnerDeps
  /** Unique among all runners on the same metadata, also after a restart. */
  readonly #name = randomBytes(12).toString('hex')
  readonly #running = new Map<number, { stop: AbortController; done: Promise<void> }>()
  readonly #claims: Repeater

  constructor(deps: RunnerDeps) {
    this.#deps = deps
    this.#claims = new Repeater(
      () => this.#startWaiting(),
      error => deps.log.error({ err: error }, 'could not claim a report'),
    )
  }

  /** The reports that this process is making. */
  get held(): HeldClaims {
    return { runner: this.#name, ids: [...this.#running.keys()] }
  }

  /** Starts waiting reports, up to `maxConcurrent` at once. */
  trigger(): void {
    void this.#claims.run()
  }

  /** Stops a report. */
  cancel(id: number): void {
    this.#running.get(id)?.stop.abort(new Error('the report was removed'))
  }

  /** Resolves when nothing waits and nothing runs here. */
  async idle(): Promise<void> {
    while (this.#claims.isRunning || this.#running.size > 0) {
      await this.#claims.idle()
      await Promise.all([...this.#running.values()].map(({ done }) => done))
    }
  }

  /** Stops the running reports. They wait for the next start as if they had never been claimed. */
  async close(): Promise<void> {
    void this.#claims.close()
    for (const { stop } of this.#running.values()) stop.abort(new Error('the service stops'))
    await this.idle()
    await this.#deps.work.release(this.#name)
  }

  async #startWaiting(): Promise<void> {
    while (!this.#claims.isClosed && this.#running.size < this.#deps.maxConcurrent) {
      const claimed = await this.#deps.work.claim(this.#name)
      // `close` gives back a report that was claimed meanwhile.
      if (claimed === undefined || this.#claims.isClosed) return
      // The claim ended while this process was suspended, and the process has claimed the report again.
      const before = this.#running.get(claimed.id)
      before?.stop.abort(new ClaimLostError('the report was claimed again'))
      await before?.done
      const stop = new AbortController()
      const done = this.#run(claimed, stop).finally(() => {
        this.#running.delete(claimed.id)
        this.#deps.onFinished()
        this.trigger()
      })
      this.#running.set(claimed.id, { stop, done })
    }
  }

  async #run(claimed: ClaimedReport, stop: AbortController): Promise<void> {
    const { work, log, timeoutSeconds, renderer } = this.#deps
    const progress = new Progress(renderer.maxRows(claimed.spec.format))
    const records: ReportPartRecord[] = []
    const late = globalThis.setTimeout(() => {
      stop.abort(new ReportError('report_timeout', `The report took longer than ${timeoutSeconds} seconds.`))
    }, timeoutSeconds * 1000)
    const alive = setInterval(() => {
      work.renew(this.#name, claimed.id, progress.percent).then(
        isOurs =>
          isOurs || stop.abort(new ClaimLostError('the report was claimed by another process, or removed')),
        error => log.warn({ err: error, report: claimed.id }, 'could not renew the claim of a report'),
      )
    }, renewIntervalMs)
    try {
      await this.#make(claimed, progress, records, stop.signal)
    } catch (thrown) {
      if (this.#claims.isClosed) return
      // An aborted operation may reject with another error than the signal's reason.
      const error: unknown = stop.signal.aborted ? stop.signal.reason : thrown
      if (error instanceof ClaimLostError) return
      if (isUnexpected(error) && !stop.signal.aborted) {
        log.error({ err: error, report: claimed.id }, 'a report could not be made')
      }
      await work
        .fail(this.#name, claimed, failureOf(error), records)
        .catch(problem =>
          log.error({ err: problem, report: claimed.id }, 'could not store the failure of a report'),
        )
    } finally {
      clearTimeout(late)
      clearInterval(alive)
    }
  }

  async #make(
    claimed: ClaimedReport,
    progress: Progress,
    records: ReportPartRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { work, folder, source, dashboards, host, now, retryDelaysMs } = this.#deps
    const { id, attempt, spec, moment } = claimed
    const reader = readerWith(await this.#owner(claimed))
    if (!(await work.recordHosts(this.#name, id, reader.hosts))) return
    const subject = await subjectOf(spec, reader, dashboards)
    const context = { source, reader, spec, moment, progress, records, retryDelaysMs, signal }
    const parts = await answerQueries(subject, context)
    const { format, title, timezone } = spec
    const { kind } = subject
    const name = fileNameOf(title, moment, timezone, fileKind(format, kind).extension)
    const draft = await folder.draft({ id, name, attempt })
    try {
      const job = { format, title, kind, parts, timezone, generatedAt: Math.floor(now()), host }
      const { dataHash, cappedFrom } = await this.#render(job, draft, signal)
      signal.throwIfAborted()
      const made = { fileName: name, dataHash, rowsCappedFrom: cappedFrom ?? null, parts: records }
      const fileSize = await draft.finish(this.#name)
      if (fileSize === undefined) return
      if (!(await work.finish(this.#name, claimed, { ...made, fileSize }))) await folder.remove([id])
    } catch (error) {
      await draft.discard()
      throw error
    }
  }

  /** Renders the document; waits while the renderer is overloaded, for example by exports. */
  async #render(job: ReportJob, draft: ReportDraft, signal: AbortSignal): Promise<ReportOutcome> {
    for (;;) {
      try {
        return await this.#deps.renderer.render(job, draft, signal)
      } catch (error) {
        const isBusy = error instanceof Fault && error.code === 'overloaded' && draft.size === 0
        if (!isBusy || error.retryAfter === undefined) throw error
        await setTimeout(error.retryAfter * 1_000, undefined, { signal })
      }
    }
  }

  /** The owner with the current rights. Throws a ReportError if they do not suffice. */
  async #owner({ ownerId }: ClaimedReport): Promise<OwnerRights> {
    const owner = await this.#deps.rightsOf(ownerId)
    if (owner === undefined) {
      throw new ReportError('owner_disabled', 'The owner of the report is disabled.')
    }
    const missing = (['reports', 'search'] as const).filter(one => !owner.permissions.has(one))
    if (missing.length === 0) return owner
    throw new ReportError(
      'owner_permissions',
      `The owner of the report lacks the permission ${missing.join(' and ')}.`,
    )
  }
}
