import { setTimeout } from 'node:timers/promises'
import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { ReportSpec } from '../../metadata/reports/spec.ts'
import type { Reader } from '../../query/query-service.ts'
import { resolveRange } from '../../query/range/resolve.ts'
import type { SnapshotSource } from '../../query/snapshot.ts'
import { type DashboardVariable, readVariables } from '../../schema/dashboards/dashboard-variable.ts'
import { isNote, noteTextOf } from '../../schema/dashboards/note.ts'
import { groupTitles, readRowGroups } from '../../schema/dashboards/read-row-groups.ts'
import type { Widget } from '../../schema/dashboards/widget.ts'
import { compileQuery, variablesWithoutEffect } from '../../schema/dashboards/widget-query.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportPartRecord } from '../../schema/reports/report.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { ReportPart, WidgetView } from '../document/job.ts'
import { failureOf } from './failure.ts'
import type { Progress } from './progress.ts'

/** The queries of a report. */
export interface ReportSubject {
  kind: 'query' | 'dashboard'
  queries: readonly SubjectQuery[]
}

interface SubjectQuery {
  title: string
  /** The text of a note, which has no query. */
  note?: string
  widget?: Widget
  view?: WidgetView
  query: { type: string; params: Record<string, unknown> }
}

/** The queries of a spec, as its owner sees them. Throws a Fault, not_found if the dashboard was deleted. */
export async function subjectOf(
  spec: ReportSpec,
  reader: Reader,
  dashboards: Pick<Dashboards, 'get'>,
): Promise<ReportSubject> {
  const { query, dashboardId, title } = spec
  if (query !== null) return { kind: 'query', queries: [{ title, query }] }
  if (dashboardId === null) throw new Error('a report is of a query or of a dashboard')
  const dashboard = await dashboards.get(reader, dashboardId).catch(error => {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error
    throw new Fault('not_found', {
      detail: 'The dashboard no longer exists, or its owner may no longer see it.',
    })
  })
  const variables = readVariables(dashboard.config.variables)
  const widgets = sortedByGrid(dashboard.widgets)
  const rows = widgets.map(({ config: { row } }) => (typeof row === 'number' ? row : undefined))
  const titles = groupTitles(readRowGroups(dashboard.config), rows)
  const queries = widgets.map((widget, index) => ({
    title: widget.title || (isNote(widget.type) ? '' : widget.type),
    ...(isNote(widget.type) && { note: noteTextOf(widget.config) }),
    widget,
    view: viewOf(widget, variables, titles[index]),
    query: compileQuery(widget.type, widget.config, dashboard.config),
  }))
  return { kind: 'dashboard', queries }
}

/**
 * Answers the queries of a report one after the other, each with its range resolved at `moment` (Unix
 * seconds). Adds each query, with its range and its failure, to `records`. A failed widget becomes a part
 * with a failure; a failed single query throws. A note is a part without a query.
 */
export async function answerQueries(
  { kind, queries }: ReportSubject,
  context: {
    source: SnapshotSource
    reader: Reader
    spec: ReportSpec
    moment: number
    progress: Progress
    records: ReportPartRecord[]
    /** Delays between attempts while the store does not answer. */
    retryDelaysMs: readonly number[]
    signal: AbortSignal
  },
): Promise<ReportPart[]> {
  const { spec, moment, progress, records, signal } = context
  const { timezone, timeRange } = spec
  const parts: ReportPart[] = []
  progress.setParts(queries.length)
  for (const { title, note, widget, view, query } of queries) {
    signal.throwIfAborted()
    const viewMember = view === undefined ? {} : { widget: view }
    if (note !== undefined) {
      parts.push({ title, ...viewMember, answer: { note } })
      progress.countAnswer()
      continue
    }
    const record: ReportPartRecord = { title, ...query, ts_from: null, ts_to: null }
    records.push(record)
    try {
      if (widget?.withdrawn === true) throw new Fault('permission_denied', { detail: withdrawnDetail })
      const fixed = fixTimeRange(query, { instead: timeRange, timezone, moment })
      record.ts_from = fixed.range?.from ?? null
      record.ts_to = fixed.range?.to ?? null
      const { type, params } = fixed
      const snapshot = await withRetries(context.retryDelaysMs, signal, () =>
        context.source.answer(context.reader, { type, params, timezone }, signal),
      )
      record.params = snapshot.query.params
      parts.push({ title, ...viewMember, answer: progress.countReads(snapshot) })
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error)
      record.error = failure
      // `starting`: the service stops or starts, so that all widgets would fail.
      if (kind === 'query' || !(error instanceof Fault) || error.code === 'starting') throw error
      parts.push({ title, ...viewMember, answer: { failure } })
    }
    progress.countAnswer()
  }
  return parts
}

function viewOf(
  { type, config }: Widget,
  variables: readonly DashboardVariable[],
  groupTitle: string | undefined,
): WidgetView {
  const without = variablesWithoutEffect(type, config, variables)
  return {
    config,
    ...(groupTitle !== undefined && { groupTitle }),
    ...(without.length > 0 && { unfilteredBy: without.map(({ label, name }) => label || name) }),
  }
}

/** Retries after each delay while the store does not answer: it may be restarting. */
async function withRetries<Result>(
  delaysMs: readonly number[],
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (const delayMs of delaysMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'storage_unavailable') throw error
      await setTimeout(delayMs, undefined, { signal })
    }
  }
  return work()
}

/** By row and column; widgets without a position come last, in the order of the dashboard. */
function sortedByGrid(widgets: readonly Widget[]): Widget[] {
  const place = (widget: Widget, name: 'row' | 'col') => {
    const value = widget.config[name]
    return typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER
  }
  return widgets.toSorted(
    (left, right) => place(left, 'row') - place(right, 'row') || place(left, 'col') - place(right, 'col'),
  )
}

const withdrawnDetail = 'This widget is shown to the owner of the report no longer.'

/** Types that have no range unless their params give one. */
const typesWithoutRange = new Set(['Tasks', 'Notifications'])

/** A query with an absolute range. */
interface FixedQuery {
  type: string
  params: Record<string, unknown>
  /** Unix seconds, start inclusive, end exclusive; undefined: no range. */
  range: { from: number; to: number } | undefined
}

/**
 * Resolves the range of a query at a moment (Unix seconds), so that a late report covers the time for which
 * it was due. `instead` replaces the query's own range. Throws a Fault for an invalid range.
 */
export function fixTimeRange(
  query: { type: string; params: Record<string, unknown> },
  options: { instead: TimeRange | null; timezone: string; moment: number },
): FixedQuery {
  const { type, params } = query
  const { instead, timezone, moment } = options
  // The query service has checked the shape of the params; resolveRange rejects an invalid range.
  const own = params.time_range as TimeRange | undefined
  const timeRange = instead ?? own
  if (timeRange === undefined && typesWithoutRange.has(type)) return { type, params, range: undefined }
  const resolved = resolveRange(timeRange, moment, { timezone })
  // 0 means now.
  const from = Math.max(1, resolved.from)
  const to = Math.max(1, resolved.to)
  const fixed = { ts_from: from, ts_to: to, step: resolved.step, timezone: resolved.timezone }
  return { type, params: { ...params, time_range: fixed }, range: { from, to } }
}
