import { BodyFaults } from '../metadata/dashboards/body-faults.ts'
import type { StoredReports } from '../metadata/open.ts'
import type { ReportFile, ReportListOptions, ReportViewer } from '../metadata/reports/reports.ts'
import type { ScheduleListOptions } from '../metadata/reports/schedules.ts'
import { Fault } from '../schema/fault.ts'
import type {
  NewReport,
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  ShortReport,
} from '../schema/report.ts'
import type { Author } from './files/author.ts'
import type { ReportFolder } from './files/folder.ts'
import { type OrderDefaults, readOrder } from './files/read-order.ts'
import { readPatch, readReplacement, readSchedule } from './schedules/read-schedule.ts'

/** What the desk has others do. */
export interface ReportServiceDeps {
  stored: StoredReports
  folder: ReportFolder
  rules: OrderDefaults
  /** Unix seconds. */
  now(): number
  /** Something waits to be made. */
  onReportQueued(): void
  /** A schedule may be due. */
  onScheduleChanged(): void
  /** A report in the making is not wanted any more. */
  cancelReport(id: number): void
}

/**
 * Reports and schedules as people have to do with them. What is of others is not there for who does not manage reports: every method
 * throws not_found for it. Whoever calls has checked the permission `reports`.
 */
export class ReportService {
  readonly #parts: ReportServiceDeps

  constructor(parts: ReportServiceDeps) {
    this.#parts = parts
  }

  list(
    viewer: ReportViewer,
    list: ReportListOptions,
  ): Promise<{ objects: ShortReport[]; itemCount: number }> {
    return this.#parts.stored.reports.list(viewer, list)
  }

  get(viewer: ReportViewer, id: number): Promise<ShortReport> {
    return this.#parts.stored.reports.get(viewer, id)
  }

  /** Throws validation, permission_denied, conflict and overloaded when too many wait. */
  async create(author: Author, body: NewReport): Promise<ShortReport> {
    const faults = new BodyFaults()
    const order = await readOrder(author, body, this.#parts.rules, faults)
    faults.throwIfAny()
    const report = await this.#parts.stored.reports.create(author.userId, order)
    this.#parts.onReportQueued()
    return report
  }

  /** Where the file of a report is. Throws conflict while there is none. */
  async file(viewer: ReportViewer, id: number): Promise<ReportFile & { path: string }> {
    const file = await this.#parts.stored.reports.file(viewer, id)
    return { ...file, path: this.#parts.folder.pathOf(file) }
  }

  /** Also of one that is being made, which ends. */
  async remove(viewer: ReportViewer, id: number): Promise<void> {
    await this.#parts.stored.reports.remove(viewer, id)
    this.#parts.cancelReport(id)
    await this.#parts.folder.remove([id])
  }

  schedules(
    viewer: ReportViewer,
    list: ScheduleListOptions,
  ): Promise<{ objects: ReportSchedule[]; itemCount: number }> {
    return this.#parts.stored.schedules.list(viewer, list)
  }

  schedule(viewer: ReportViewer, id: number): Promise<ReportSchedule> {
    return this.#parts.stored.schedules.get(viewer, id)
  }

  /** Throws as `create`. */
  async createSchedule(author: Author, draft: ReportScheduleDraft): Promise<ReportSchedule> {
    const { stored, rules, now } = this.#parts
    const change = await readSchedule(author, draft, rules, now())
    const made = await stored.schedules.create(author.userId, change)
    this.#parts.onScheduleChanged()
    return made
  }

  async updateSchedule(author: Author, id: number, patch: ReportSchedulePatch): Promise<ReportSchedule> {
    const { stored, rules, now } = this.#parts
    const before = await stored.schedules.getStored(author, id)
    const change = await readPatch(author, before, patch, rules, now())
    const changed = await stored.schedules.update(author, before, change)
    this.#parts.onScheduleChanged()
    return changed
  }

  async replaceSchedule(author: Author, id: number, draft: ReportScheduleDraft): Promise<ReportSchedule> {
    const { stored, rules, now } = this.#parts
    const before = await stored.schedules.getStored(author, id)
    const change = await readReplacement(author, before, draft, rules, now())
    const changed = await stored.schedules.update(author, before, change)
    this.#parts.onScheduleChanged()
    return changed
  }

  /** Its reports stay. */
  removeSchedule(viewer: ReportViewer, id: number): Promise<void> {
    return this.#parts.stored.schedules.remove(viewer, id)
  }

  /** A report of a schedule now, with the rights of the schedule's owner. */
  async run(author: Author, id: number): Promise<ShortReport> {
    const { schedules } = this.#parts.stored
    await schedules.get(author, id)
    if (!author.maySearch) {
      throw new Fault('permission_denied', { detail: 'Reports are for who may search, too.' })
    }
    const report = await schedules.run(author, id)
    this.#parts.onReportQueued()
    return report
  }
}
