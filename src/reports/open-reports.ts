import pLimit from 'p-limit'
import { openMailer } from '../mail/mailer.ts'
import { findRefusedRecipients } from '../mail/recipients.ts'
import type { Dashboards } from '../metadata/dashboards/dashboards.ts'
import type { StoredReports } from '../metadata/open.ts'
import type { ReportQuota } from '../metadata/reports/report-queue.ts'
import type { SnapshotSource } from '../query/snapshot.ts'
import { ClockWatch, clockSettleMs, systemClocks } from '../telemetry/clock-watch.ts'
import type { Log } from '../telemetry/log.ts'
import type { ReportRenderer } from './document/job.ts'
import { ReportFolder } from './files/folder.ts'
import { ReportRunner } from './files/runner.ts'
import { ReportMailQueue } from './mail/mail-queue.ts'
import { ReportService } from './report-service.ts'
import { queueDueReports } from './schedules/queue-due-reports.ts'
import { ScheduleReplanner } from './schedules/replan-schedules.ts'

export interface ReportsOptions {
  stored: StoredReports
  dashboards: Pick<Dashboards, 'get'>
  source: SnapshotSource
  renderer: ReportRenderer
  /** Folder of the report files. */
  folder: string
  /** Default time zone (IANA name). */
  timezone: string
  /** Default retention. */
  retentionDays: number
  /** Time limit of one report. */
  timeoutSeconds: number
  /** Maximum bytes of the files of one owner and of all files; bytes that stay free on the disk. */
  limits: ReportQuota & { minFreeBytes: number }
  mail: {
    url?: string | undefined
    from: string
    maxAttachmentBytes: number
    publicUrl?: string | undefined
    /** Domains that reports may be mailed to, besides addresses of users; empty allows all. */
    domains: readonly string[]
    closeTimeoutMs?: number
    renewIntervalMs?: number
  }
  /** Name of this machine. */
  host: string
  log: Log
  /** Whether no other process uses this metadata. Otherwise the metadata stores the files, too. */
  isOnlyProcess: boolean
  /**
   * Whether this is the process that looks for due schedules at each tick; default: it is. Others look with
   * each clean-up, in case that process cannot.
   */
  isFirst?: () => boolean
  /** Unix seconds; default: the system's clock. */
  now?: () => number
  /** Milliseconds of a monotonic clock; default: the system's. */
  monotonic?: () => number
  /** Delays between attempts while the store does not answer. */
  retryDelaysMs?: readonly number[]
  /** Time between ticks; 0: only explicit calls of `tick`. */
  tickIntervalMs?: number
}

export interface RunningReports {
  service: ReportService
  /** Runs due schedules, waiting reports and mails, and removes expired reports. */
  tick(): Promise<void>
  /** Resolves when this process has no report to make or to mail. */
  idle(): Promise<void>
  /** Stops; running reports wait for the next start. */
  close(): Promise<void>
}

const maxConcurrentReports = 2
/** Together they cover the time of a restart of the store. */
const defaultRetryDelaysMs = [1_000, 5_000, 15_000, 30_000] as const
const defaultTickIntervalMs = 1_000
/** Maximum wait of `close` for a mail that is being sent. */
const defaultCloseTimeoutMs = 3_000
/**
 * Time between clean-ups, which remove expired reports and repair what a dead process or a wrong clock left.
 */
const cleanupIntervalMs = 30_000

/** Opens reports. Interrupted reports are made again, and missed schedules run. */
export async function openReports(options: ReportsOptions): Promise<RunningReports> {
  const { stored, dashboards, timezone, retentionDays, limits, isOnlyProcess, host, log } = options
  const { now = () => Date.now() / 1000, monotonic = systemClocks.monotonic, isFirst = () => true } = options
  const { retryDelaysMs = defaultRetryDelaysMs, tickIntervalMs = defaultTickIntervalMs } = options
  const { url, from, domains, closeTimeoutMs = defaultCloseTimeoutMs, ...mailOptions } = options.mail
  // Ticks and clean-ups run one after the other.
  const limit = pLimit(1)
  const run = (work: () => Promise<void>) =>
    limit(work).catch(error => log.error({ err: error }, 'could not run the schedules or remove old reports'))
  /** Resolves when the ticks and clean-ups that are queued now have ended. */
  const settled = () => limit(() => {})
  const fileLimits = { maxFileBytes: Math.min(limits.owner, limits.all), minFreeBytes: limits.minFreeBytes }
  const folder = new ReportFolder(options.folder, fileLimits, stored.files, !isOnlyProcess)
  const mailer = url === undefined ? undefined : openMailer(url, from)
  const findRefused = (emails: readonly string[]) => findRefusedRecipients(emails, domains, stored)
  const mailQueue = new ReportMailQueue({
    ...mailOptions,
    mail: stored.mail,
    mailer,
    findRefused,
    folder,
    host,
    closeTimeoutMs,
    log,
  })
  const onFinished = () => {
    mailQueue.wake()
    void run(trim)
  }
  const runner = new ReportRunner({
    ...options,
    queue: stored.queue,
    rightsOf: stored.getOwnerRights,
    folder,
    maxConcurrent: maxConcurrentReports,
    retryDelaysMs,
    now,
    // Running reports are stopped at once: a report may take minutes.
    closeTimeoutMs: 0,
    onFinished,
  })

  const watch = new ClockWatch({ wall: () => now() * 1000, monotonic })
  /** Removes the oldest finished reports beyond the limits, with their files. */
  const trim = async () => folder.remove(await stored.queue.trim(limits))
  const replanner = new ScheduleReplanner(stored.schedules, now, log)
  const cleanUp = async () => {
    await stored.queue.reclaim({ isOnlyProcess: false, held: runner.held })
    await replanner.replan()
    // After a start or a jump of the clock the age of reports is uncertain.
    if (watch.check().steadyMs >= clockSettleMs) await folder.remove(await stored.queue.expire())
    await trim()
    await folder.removeOrphans(ids => stored.queue.findExisting(ids))
  }
  /** Makes the runner and the mail queue look for waiting reports and mails. */
  const wakeRunners = () => {
    runner.wake()
    mailQueue.wake()
  }
  const tick = async () => {
    await queueDueReports(stored.schedules, now, log)
    wakeRunners()
  }
  await stored.queue.reclaim({ isOnlyProcess })
  await cleanUp()
  void run(() => folder.share(ids => stored.queue.findExisting(ids)))

  let cleanedAt = monotonic()
  const onTimer = async () => {
    if (limit.activeCount > 0) return
    const mustCleanUp = monotonic() - cleanedAt >= cleanupIntervalMs
    if (isFirst() || mustCleanUp) await run(tick)
    else wakeRunners()
    if (!mustCleanUp) return
    cleanedAt = monotonic()
    await run(cleanUp)
  }
  const timer = tickIntervalMs === 0 ? undefined : setInterval(() => void onTimer(), tickIntervalMs)
  timer?.unref()
  void run(tick)

  const service = new ReportService({
    stored,
    folder,
    defaults: { dashboards, timezone, retentionDays, canSendMail: mailer !== undefined, findRefused },
    now,
    onReportQueued: () => runner.wake(),
    onScheduleChanged: () => void run(tick),
    cancelReport: id => runner.cancel(id),
  })
  const idle = async () => {
    await settled()
    await runner.idle()
    await mailQueue.idle()
    await settled()
  }
  return {
    service,
    async tick() {
      await run(tick)
      await run(cleanUp)
    },
    idle,
    async close() {
      clearInterval(timer)
      await settled()
      await runner.close()
      await runner.idle()
      await mailQueue.close()
      mailer?.close()
      await settled()
    },
  }
}
