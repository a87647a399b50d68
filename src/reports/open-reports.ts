import type { Dashboards } from '../metadata/dashboards/dashboards.ts'
import type { StoredReports } from '../metadata/open.ts'
import type { ReportBytes } from '../metadata/reports/trim.ts'
import type { SnapshotSource } from '../query/snapshot.ts'
import { ClockWatch, systemClocks } from '../telemetry/clock-watch.ts'
import type { Log } from '../telemetry/log.ts'
import { ReportFolder } from './files/folder.ts'
import { ReportRunner } from './files/runner.ts'
import type { ReportMaker } from './job.ts'
import { openMailer } from './mail/mailer.ts'
import { ReportPost } from './mail/post.ts'
import { Recipients } from './mail/recipients.ts'
import { ReportDesk } from './report-desk.ts'
import { ScheduleClock } from './schedules/clock.ts'

export interface ReportsOptions {
  stored: StoredReports
  dashboards: Pick<Dashboards, 'get'>
  source: SnapshotSource
  maker: ReportMaker
  /** Where the files of reports are. */
  folder: string
  /** IANA name, where nobody says another. */
  timezone: string
  /** Days. */
  retention: number
  /** Seconds that one report may take. */
  timeout: number
  /** Bytes of the files of one owner and of all; bytes of the disk that are left to others. */
  limits: ReportBytes & { keepFree: number }
  mail: {
    url?: string | undefined
    from: string
    attachmentMax: number
    publicUrl?: string | undefined
    /** Domains that reports are mailed to, besides addresses of users; none: everybody. */
    domains: readonly string[]
    patience?: number
  }
  /** Name of this machine. */
  host: string
  log: Log
  /** No other process works on this metadata and this folder. */
  alone: boolean
  /** Unix seconds; the system's clock when absent. */
  now?: () => number
  /** Milliseconds of a clock that nobody sets; the system's when absent. */
  monotonic?: () => number
  /** Milliseconds between tries while the store does not answer; the usual ones when absent. */
  pauses?: readonly number[]
  /** Milliseconds between looks at the clock; 0: only `tick` looks. */
  every?: number
}

/** Reports at work. */
export interface Reporting {
  desk: ReportDesk
  /** Looks at once for what is due: schedules, what waits, mail, what is past its time. */
  tick(): Promise<void>
  /** Resolves when nothing is being made or sent here. */
  idle(): Promise<void>
  /** Gives back what is in the making, for the next start. */
  close(): Promise<void>
}

const atOnce = 2
/** The store may take that long to start again. */
const usualPauses = [1_000, 5_000, 15_000, 30_000] as const
const usualEvery = 1_000
/** Milliseconds that the end waits for the mail that is being sent. */
const usualPatience = 3_000
/** Milliseconds between looks for what is past its time, and for runners that are gone. */
const tendEvery = 30_000
/** Nothing is removed for its age so soon after the start or after the clock was set, milliseconds: the clock may be wrong. */
const clockDoubtMs = 3_600_000

/** Opens reports: what an earlier life left unfinished is put away or made again, and schedules that were missed run. */
export async function openReports(options: ReportsOptions): Promise<Reporting> {
  const { stored, log, host, alone, limits, now = () => Date.now() / 1000 } = options
  const { monotonic = systemClocks.monotonic } = options
  const { url, from, attachmentMax, publicUrl, domains, patience = usualPatience } = options.mail
  const folder = new ReportFolder(options.folder, {
    maxFile: Math.min(limits.owner, limits.all),
    keepFree: limits.keepFree,
  })
  const mailer = url === undefined ? undefined : openMailer({ url, from })
  const recipients = new Recipients(domains, stored)
  const post = new ReportPost({
    mail: stored.mail,
    mailer,
    recipients,
    folder,
    attachmentMax,
    publicUrl,
    host,
    patience,
    log,
  })
  const runner = new ReportRunner({
    work: stored.work,
    rightsOf: stored.rightsOf,
    source: options.source,
    dashboards: options.dashboards,
    maker: options.maker,
    folder,
    timeout: options.timeout,
    atOnce,
    pauses: options.pauses ?? usualPauses,
    host,
    now,
    log,
    over: () => {
      post.kick()
      void next(trim)
    },
  })
  const clock = new ScheduleClock({ schedules: stored.schedules, now, log })

  const watch = new ClockWatch({ wall: () => now() * 1000, monotonic })
  const trim = async () => folder.remove(await stored.work.trim(limits))
  const tend = async () => {
    await stored.work.reclaim({ alone: false })
    if (watch.look().steadyMs >= clockDoubtMs) await folder.remove(await stored.work.expire())
    await trim()
    await folder.tidy(ids => stored.work.known(ids))
  }
  const look = async () => {
    await clock.tick()
    runner.kick()
    post.kick()
  }
  await stored.work.reclaim({ alone })
  await tend()

  // One look at a time; what else is asked for meanwhile waits for the next one.
  let looking: Promise<void> = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    looking = looking.then(work).catch(error => log.error({ err: error }, 'could not see to the reports'))
    return looking
  }
  let tended = monotonic()
  let busy = false
  const every = options.every ?? usualEvery
  const beat = async () => {
    if (busy) return
    busy = true
    await next(look)
    if (monotonic() - tended >= tendEvery) {
      tended = monotonic()
      await next(tend)
    }
    busy = false
  }
  const timer = every === 0 ? undefined : setInterval(() => void beat(), every)
  timer?.unref()
  void next(look)

  const desk = new ReportDesk({
    stored,
    folder,
    rules: {
      dashboards: options.dashboards,
      timezone: options.timezone,
      retention: options.retention,
      mails: mailer !== undefined,
      recipients,
    },
    now,
    waits: () => runner.kick(),
    due: () => void next(look),
    cancel: id => runner.cancel(id),
  })
  const idle = async () => {
    await looking
    await runner.idle()
    await post.idle()
    await looking
  }
  return {
    desk,
    async tick() {
      await next(look)
      await next(tend)
    },
    idle,
    async close() {
      clearInterval(timer)
      await looking
      await runner.close()
      await post.close()
      await looking
    },
  }
}
