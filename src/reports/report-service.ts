import { BodyFaults } from '../metadata/dashboards/parse-body.ts'
import type { StoredReports } from '../metadata/open.ts'
import type { ReportFile, ReportListOptions, ReportViewer } from '../metadata/reports/reports.ts'
import type { StoredSchedule } from '../metadata/reports/schedule-rows.ts'
import type { ScheduleChange, ScheduleListOptions } from '../metadata/reports/schedules.ts'
import { Fault } from '../schema/fault.ts'
import type {
  NewReport,
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  ShortReport,
} from '../schema/reports/report.ts'
import type { Author } from './files/author.ts'
import type { ReportFolder } from './files/folder.ts'
import { readSpec, type SpecDefaults } from './files/read-spec.ts'
import { readPatch, readReplacement, readSchedule, type ScheduleRules } from './schedules/read-schedule.ts'

export interface ReportServiceDeps {
  stored: StoredReports
  folder: ReportFolder
  defaults: SpecDefaults
  /** Unix seconds. */
  now(): number
  onReportQueued(): void
  onScheduleChanged(): void
  /** Stops a running report. */
  cancelReport(id: number): void
}

/**
 * Reports and schedules, for the API. Other users' reports and schedules exist only for holders of
 * `manage_reports`; without it every method throws not_found for them. The caller has checked the permission
 * `reports`.
 */
export class ReportService {
  readonly #deps: ReportServiceDeps

  constructor(deps: ReportServiceDeps) {
    this.#deps = deps
  }

  list(
    viewer: ReportViewer,
    list: ReportListOptions,
  ): Promise<{ objects: ShortReport[]; itemCount: number }> {
    return this.#deps.stored.reports.list(viewer, list)
  }

  get(viewer: ReportViewer, id: number): Promise<ShortReport> {
    return this.#deps.stored.reports.get(viewer, id)
  }

  /** Throws validation, permission_denied, conflict, and overloaded if too many reports wait. */
  async create(author: Author, body: NewReport): Promise<ShortReport> {
    const faults = new BodyFaults()
    const spec = await readSpec(author, body, this.#deps.defaults, faults)
    faults.throwIfAny()
    const report = await this.#deps.stored.reports.create(author.userId, spec)
    this.#deps.onReportQueued()
    return report
  }

  /** The file of a report and its path. Throws conflict while there is no file. */
  async file(viewer: ReportViewer, id: number): Promise<ReportFile & { path: string }> {
    const file = await this.#deps.stored.reports.file(viewer, id)
    return { ...file, path: await this.#deps.folder.locate(file) }
  }

  /** Removes a report, and stops it if it is running. */
  async remove(viewer: ReportViewer, id: number): Promise<void> {
    await this.#deps.stored.reports.remove(viewer, id)
    this.#deps.cancelReport(id)
    await this.#deps.folder.remove([id])
  }

  schedules(
    viewer: ReportViewer,
    list: ScheduleListOptions,
  ): Promise<{ objects: ReportSchedule[]; itemCount: number }> {
    return this.#deps.stored.schedules.list(viewer, list)
  }

  schedule(viewer: ReportViewer, id: number): Promise<ReportSchedule> {
    return this.#deps.stored.schedules.get(viewer, id)
  }

  /** Throws as `create`. */
  async createSchedule(author: Author, draft: ReportScheduleDraft): Promise<ReportSchedule> {
    const change = await readSchedule(author, draft, this.#scheduleRules)
    const created = await this.#deps.stored.schedules.create(author.userId, change)
    this.#deps.onScheduleChanged()
    return created
  }

  updateSchedule(author: Author, id: number, patch: ReportSchedulePatch): Promise<ReportSchedule> {
    return this.#changeSchedule(author, id, before => readPatch(author, patch, this.#scheduleRules, before))
  }

  replaceSchedule(author: Author, id: number, draft: ReportScheduleDraft): Promise<ReportSchedule> {
    return this.#changeSchedule(author, id, before =>
      readReplacement(author, draft, this.#scheduleRules, before),
    )
  }

  /** Removes a schedule, but not its reports. */
  removeSchedule(viewer: ReportViewer, id: number): Promise<void> {
    return this.#deps.stored.schedules.remove(viewer, id)
  }

  /** Queues a report of a schedule now, with the rights of the schedule's owner. */
  async run(author: Author, id: number): Promise<ShortReport> {
    const { schedules } = this.#deps.stored
    await schedules.get(author, id)
    if (!author.maySearch) {
      throw new Fault('permission_denied', { detail: 'Reports are for who may search, too.' })
    }
    const report = await schedules.run(author, id)
    this.#deps.onReportQueued()
    return report
  }

  get #scheduleRules(): ScheduleRules {
    return { defaults: this.#deps.defaults, now: this.#deps.now() }
  }

  async #changeSchedule(
    author: Author,
    id: number,
    read: (before: StoredSchedule) => Promise<ScheduleChange>,
  ): Promise<ReportSchedule> {
    const { schedules } = this.#deps.stored
    const before = await schedules.getStored(author, id)
    const changed = await schedules.update(author, before, await read(before))
    this.#deps.onScheduleChanged()
    return changed
  }
}
