import { setTimeout } from 'node:timers/promises'
import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { OwnerRights } from '../../metadata/identity/rights.ts'
import { ClaimLostError, JobRunner, type JobRunnerOptions } from '../../metadata/jobs/job-runner.ts'
import type { ClaimedReport, ReportQueue } from '../../metadata/reports/report-queue.ts'
import { readerWith } from '../../query/reader.ts'
import type { SnapshotSource } from '../../query/snapshot.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportPartRecord } from '../../schema/reports/report.ts'
import { type ReportJob, type ReportOutcome, type ReportRenderer, ThreadEndedFault } from '../document/job.ts'
import { answerQueries, subjectOf } from './answer-queries.ts'
import { failureOf, isUnexpected, ReportError } from './failure.ts'
import { fileKind, fileNameOf } from './file-name.ts'
import type { ReportDraft, ReportFolder } from './folder.ts'
import { Progress } from './progress.ts'

export interface RunnerDeps extends JobRunnerOptions {
  source: SnapshotSource
  dashboards: Pick<Dashboards, 'get'>
  queue: ReportQueue
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
  /** Called at the end of each attempt, also if the report was removed or waits for the next start. */
  onFinished(): void
}

/** Time between renewals of the claim of a running report. */
const renewIntervalMs = 2_000

/**
 * Makes waiting reports, up to `maxConcurrent` at once, with the rights of their owners. Reports that `close`
 * stops wait for the next start as if they had never been claimed.
 */
export class ReportRunner extends JobRunner<ClaimedReport> {
  readonly #deps: RunnerDeps

  constructor(deps: RunnerDeps) {
    super('make a report', deps)
    this.#deps = deps
  }

  cancel(id: number): void {
    void this.stop(id, new Error('the report was removed'))
  }

  protected async claimDue(): Promise<void> {
    while (!this.isClosed && this.running.length < this.#deps.maxConcurrent) {
      const claimed = await this.#deps.queue.claim(this.runner)
      if (claimed === undefined) return
      // Stops an earlier run of the report in this process: its claim ended while the process was suspended.
      await this.stop(claimed.id, new ClaimLostError('the report was claimed again'))
      this.begin(claimed)
    }
  }

  protected async work(claimed: ClaimedReport, signal: AbortSignal): Promise<void> {
    const { queue, timeoutSeconds, renderer, onFinished } = this.#deps
    const progress = new Progress(renderer.maxRows(claimed.spec.format))
    const timeLimit = globalThis.setTimeout(() => {
      const text = `The report took longer than ${timeoutSeconds} seconds.`
      void this.stop(claimed.id, new ReportError('report_timeout', text))
    }, timeoutSeconds * 1000)
    const renew = () => queue.renew(this.runner, claimed.id, progress.percent)
    try {
      await this.renewDuring(claimed, { renew, everyMs: renewIntervalMs }, () =>
        this.#makeOrFail(claimed, progress, signal),
      )
    } finally {
      clearTimeout(timeLimit)
      onFinished()
    }
  }

  async #makeOrFail(claimed: ClaimedReport, progress: Progress, signal: AbortSignal): Promise<void> {
    const { queue, log } = this.#deps
    const records: ReportPartRecord[] = []
    try {
      await this.#make(claimed, progress, records, signal)
    } catch (thrown) {
      if (this.isClosed) {
        await queue.release(this.runner, claimed)
        return
      }
      // An aborted operation may reject with another error than the signal's reason.
      const error: unknown = signal.aborted ? signal.reason : thrown
      if (error instanceof ClaimLostError) return
      if (isUnexpected(error) && !signal.aborted) {
        log.error({ err: error, report: claimed.id }, 'a report could not be made')
      }
      await queue.fail(this.runner, claimed, failureOf(error), records)
    }
  }

  async #make(
    claimed: ClaimedReport,
    progress: Progress,
    records: ReportPartRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { queue, folder, source, dashboards, host, now, retryDelaysMs } = this.#deps
    const { id, attempt, spec, moment } = claimed
    signal.throwIfAborted()
    const reader = readerWith(await this.#owner(claimed))
    // Each early return below means that this runner has lost the claim.
    if (!(await queue.recordHosts(this.runner, id, reader.hosts))) return
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
      const fileSize = await draft.finish(this.runner)
      if (fileSize === undefined) return
      const rowsCappedFrom = cappedFrom ?? null
      const made = { fileName: name, fileSize, dataHash, rowsCappedFrom, parts: records }
      if (!(await queue.finish(this.runner, claimed, made))) await folder.remove([id])
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
        if (!(error instanceof Fault) || error instanceof ThreadEndedFault) throw error
        const isBusy = error.code === 'overloaded' && draft.size === 0
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
