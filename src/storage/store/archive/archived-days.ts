import { until } from '../../../async/until.ts'
import type { ArchivedFile, ArchiveManifest } from '../../../schema/store/archive.ts'
import { daySeconds, overlaps, type Span } from '../../contract/time-span.ts'
import type { KnownDays } from '../../reads/context.ts'
import { startOfDay } from '../../reads/partitions.ts'

/** An archived day with all of its generations, oldest first. */
export interface ArchivedDay {
  /** As 2026-01-31. */
  day: string
  /** Unix seconds. */
  start: number
  manifests: readonly ArchiveManifest[]
  /**
   * Whether the table has all of its rows too: the day is not dropped yet, or was restored. It is then read
   * from the table. Otherwise it is read from the archive, without the table's rows of archived batches.
   */
  isHot: boolean
}

/** The archived days, and the statements that read them. */
export class ArchivedDays {
  /** By the second at which the day begins, ascending. */
  readonly #days = new Map<number, ArchivedDay>()
  /** The end of each running read. */
  readonly #reads = new Set<Promise<void>>()

  get all(): readonly ArchivedDay[] {
    return [...this.#days.values()].sort((a, b) => a.start - b.start)
  }

  get(start: number): ArchivedDay | undefined {
    return this.#days.get(start)
  }

  /** Adds a generation of a day, whose rows the table has too. */
  add(manifest: ArchiveManifest): void {
    const start = startOfDay(manifest.day.replaceAll('-', ''))
    const { manifests = [], isHot = true } = this.#days.get(start) ?? {}
    this.#days.set(start, { day: manifest.day, start, manifests: [...manifests, manifest], isHot })
  }

  setHot(start: number, isHot: boolean): void {
    const day = this.#days.get(start)
    if (day !== undefined) this.#days.set(start, { ...day, isHot })
  }

  delete(start: number): void {
    this.#days.delete(start)
  }

  /** The days of a span that are read from the archive, oldest first. */
  coldIn(span: Span): readonly ArchivedDay[] {
    return this.all.filter(
      ({ start, isHot }) => !isHot && overlaps(span, { from: start, to: start + daySeconds }),
    )
  }

  /** The days that are read from the archive and may have rows of this event. */
  coldWithId(id: number): readonly ArchivedDay[] {
    return this.all.filter(day => !day.isHot && filesOf(day).some(file => hasId(file, id)))
  }

  /** Upper estimate of the archived rows in [from, to), as if each file were evenly filled. */
  estimateRows(from: number, to: number): number {
    let rows = 0
    for (const file of this.coldIn({ from, to }).flatMap(filesOf)) {
      const overlap = Math.min(to, file.to) - Math.max(from, file.from)
      if (overlap > 0) rows += (file.rows * overlap) / (file.to - file.from)
    }
    return Math.ceil(rows)
  }

  /** Registers a read, which may rely on the current days until the returned function is called. */
  beginRead(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#reads.add(promise)
    return () => {
      this.#reads.delete(promise)
      resolve()
    }
  }

  /** Whether all reads that are running now end within a time. */
  async readsEnd(timeoutMs: number): Promise<boolean> {
    return await until(
      Promise.all(this.#reads).then(() => true),
      { timeoutMs },
    ).catch(() => false)
  }
}

/** All files of a day. */
export function filesOf({ manifests }: Pick<ArchivedDay, 'manifests'>): readonly ArchivedFile[] {
  return manifests.flatMap(({ files }) => files)
}

export function hasId({ min_id, max_id }: ArchivedFile, id: number): boolean {
  return min_id <= id && id <= max_id
}

/** The highest batch whose rows of the day are all in the archive. */
export function lastBatchOf({ manifests }: Pick<ArchivedDay, 'manifests'>): number {
  return manifests.at(-1)?.last_batch ?? 0
}

/** The days of the table and the days that are read from the archive. */
export function daysWithArchive(hot: KnownDays, archived: ArchivedDays): KnownDays {
  const coldStarts = () => archived.all.filter(({ isHot }) => !isHot).map(({ start }) => start)
  const startOf = (second: number) => Math.floor(second / daySeconds) * daySeconds
  const isStored = (second: number) => hot.isStored(second) || archived.get(startOf(second))?.isHot === false
  const begin = () => Math.min(...coldStarts(), hot.begin === 0 ? Number.POSITIVE_INFINITY : hot.begin)
  const lastEnd = () => Math.max(...coldStarts().map(start => start + daySeconds), 0)
  return {
    get begin() {
      const first = begin()
      return Number.isFinite(first) ? first : 0
    },
    get end() {
      return Math.max(hot.end, lastEnd())
    },
    isStored,
    startsAfterGaps(span) {
      const archivedStarts = coldStarts().filter(start => start >= span.from && start < span.to)
      const starts = new Set([...hot.startsAfterGaps(span), ...archivedStarts])
      return [...starts].filter(start => !isStored(start - daySeconds)).sort((a, b) => a - b)
    },
    clip(span) {
      const first = begin()
      if (!Number.isFinite(first)) return { ...span, to: span.from }
      // The end of the newest day: rows may arrive for it while the span is read.
      const end = Math.max(startOf(hot.end - 1) + daySeconds, lastEnd())
      const from = Math.max(span.from, first)
      return { ...span, from, to: Math.max(from, Math.min(span.to, end)) }
    },
  }
}

/** The day that begins at a second (Unix), as 2026-01-31. */
export function dayText(start: number): string {
  return new Date(start * 1000).toISOString().slice(0, 10)
}
