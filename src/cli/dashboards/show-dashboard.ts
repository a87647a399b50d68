import { setTimeout } from 'node:timers/promises'
import { MillraceError } from '../../../clients/typescript/src/millrace-error.ts'
import type { Dashboard } from '../../schema/dashboards/dashboard.ts'
import { isNote, noteTextOf } from '../../schema/dashboards/note.ts'
import { groupTitles, readRowGroups } from '../../schema/dashboards/read-row-groups.ts'
import type { Widget } from '../../schema/dashboards/widget.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { drawAnswer } from '../query/draw-answer.ts'
import { zoneOption } from '../query/read-params.ts'
import { throwAsExit } from '../remote/refusal.ts'
import { listPages, pathById, type RemoteOptions, requestJson } from '../remote/remote.ts'
import { cutToWidth, onOneLine } from '../terminal/cell-width.ts'
import { type Paint, paintFor } from '../terminal/paint.ts'
import { printPainted } from '../terminal/print.ts'
import { blockGap, sideBySide } from '../terminal/side-by-side.ts'
import { noteLines } from './note-lines.ts'

const answerTimeoutMs = 60_000
const pollMs = 300
/** Columns of the terminal, if it does not say. */
const defaultWidth = 120
/** Maximum lines of one widget; further lines are only counted. */
const maxLines = 24
/** Minimum width of the terminal for blocks side by side. */
const minWideWidth = 72
/** Minimum width of each block in such a row; otherwise its blocks are placed below each other. */
const minBlockWidth = 18

interface ShowOptions extends RemoteOptions {
  timezone?: string
}

/** Draws a dashboard (`millrace dashboards show`): its widgets as text, arranged as on the page. */
export async function showDashboard(wanted: string, options: ShowOptions): Promise<void> {
  const dashboard = await findDashboard(wanted, options)
  const view: WidgetView = { zone: zoneOption(options), paint: paintFor(process.stdout) }
  const width = process.stdout.columns ?? defaultWidth
  const lines = [view.paint('bold', cutToWidth(onOneLine(dashboard.title), width))]
  const rows = gridRows(dashboard.widgets)
  const firstRows = rows.map(([first]) => first && numberOf(first.widget, 'row'))
  const titles = groupTitles(readRowGroups(dashboard.config), firstRows)
  for (const [index, row] of rows.entries()) {
    const group = titles[index]
    if (group !== undefined) lines.push('', view.paint('bold', cutToWidth(`▾ ${onOneLine(group)}`, width)))
    const widths = blockWidths(row, width)
    const drawn = await Promise.all(
      row.map(async ({ widget }, index) => {
        const blockWidth = widths?.[index] ?? width
        return { width: blockWidth, lines: await drawWidget(widget, blockWidth, view, options) }
      }),
    )
    lines.push('', ...(widths === undefined ? drawn.flatMap(({ lines }) => lines) : sideBySide(drawn)))
  }
  printPainted(lines)
}

/** How values and texts are shown. */
interface WidgetView {
  zone: string
  paint: Paint
}

/** Finds a dashboard by id, else by its title. Throws an Error if there is none, or several. */
async function findDashboard(wanted: string, options: RemoteOptions): Promise<Dashboard> {
  if (/^\d+$/.test(wanted)) {
    const path = pathById('/api/dashboards', 'a dashboard', wanted)
    try {
      return await requestJson<Dashboard>(options, 'GET', path)
    } catch (error) {
      // A title may be a number, too.
      if (!(error instanceof MillraceError && error.status === 404)) throwAsExit(error)
    }
  }
  const named = await listPages<Dashboard>(options, `/api/dashboards?title=${encodeURIComponent(wanted)}`)
  const [first, ...others] = named
  if (first === undefined)
    throw new Error(
      `There is no dashboard with the ${/^\d+$/.test(wanted) ? 'id or title' : 'title'} ${onOneLine(wanted)}: millrace dashboards list shows yours.`,
    )
  if (others.length > 0)
    throw new Error(
      `${named.length} dashboards have this title: give an id of ${named.map(({ id }) => id).join(', ')}.`,
    )
  return first
}

/**
 * The widths of a row's widgets side by side, without the gaps between them. Undefined if they do not fit:
 * each then gets the whole width, below the previous one.
 */
export function blockWidths(row: readonly PlacedWidget[], width: number): number[] | undefined {
  const share = (width + blockGap) / gridColumns
  const widths = row.map(({ columns }) => Math.floor(share * columns) - blockGap)
  return width >= minWideWidth && widths.every(each => each >= minBlockWidth) ? widths : undefined
}

/** The lines of a widget: title, rule, and its answer, its text, or why there is none. */
async function drawWidget(
  widget: Widget,
  width: number,
  { zone, paint }: WidgetView,
  remote: RemoteOptions,
): Promise<string[]> {
  const title = paint('bold', cutToWidth(onOneLine(widget.title === '' ? widget.type : widget.title), width))
  const rule = paint('gray', '─'.repeat(width))
  if (isNote(widget.type))
    return [title, rule, ...bounded(noteLines(noteTextOf(widget.config), width, paint))]
  if (widget.query_id === null) return [title, rule, 'This widget was withdrawn.']
  try {
    const query = await readAnswer(widget.query_id, remote).catch(throwAsExit)
    if (query.error !== undefined) return [title, rule, cutToWidth(onOneLine(query.error.detail), width)]
    const names = widget.config.columns
    const columns = Array.isArray(names) ? names.filter(name => typeof name === 'string') : []
    const lines = await drawAnswer(query, {
      zone,
      width,
      paint,
      hasBars: true,
      isWidget: true,
      ...(columns.length > 0 && { columns }),
    })
    return [title, rule, ...bounded(lines)]
  } catch (error) {
    const reason = thrownText(error)
    return [title, rule, cutToWidth(onOneLine(reason), width)]
  }
}

/** At most `maxLines`, and how many more there are. */
function bounded(lines: readonly string[]): string[] {
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`… ${more} more lines`] : [])]
}

/** The answer of a widget: complete, or partial after a minute. */
async function readAnswer(id: string, remote: RemoteOptions): Promise<QueryRepresentation> {
  const deadline = performance.now() + answerTimeoutMs
  for (;;) {
    const query = await requestJson<QueryRepresentation>(remote, 'GET', `/api/query/${id}`)
    const isRunning = query.status === 'IN_PROGRESS' || query.status === 'PENDING'
    if (!isRunning || performance.now() > deadline) return query
    await setTimeout(pollMs)
  }
}

/** Columns of the grid of a dashboard, and of a widget without a width. */
const gridColumns = 6
const defaultColumns = 2

/** A widget with its width in columns. */
interface PlacedWidget {
  widget: Widget
  columns: number
}

/** The widgets by rows of the grid. A widget that does not fit into the six columns starts a new row. */
export function gridRows(widgets: readonly Widget[]): PlacedWidget[][] {
  const rows: PlacedWidget[][] = []
  let usedColumns = gridColumns
  let currentRow: number | undefined
  for (const widget of widgets.toSorted(byPlace)) {
    const columns = Math.min(gridColumns, numberOf(widget, 'sizeX') ?? defaultColumns)
    const row = numberOf(widget, 'row')
    if (row !== currentRow || usedColumns + columns > gridColumns) {
      rows.push([])
      usedColumns = 0
    }
    rows.at(-1)?.push({ widget, columns })
    usedColumns += columns
    currentRow = row
  }
  return rows
}

/** Orders widgets by row and column of the grid. */
function byPlace(one: Widget, other: Widget): number {
  return (
    (numberOf(one, 'row') ?? 0) - (numberOf(other, 'row') ?? 0) ||
    (numberOf(one, 'col') ?? 0) - (numberOf(other, 'col') ?? 0) ||
    one.position - other.position ||
    one.id - other.id
  )
}

/** A numeric member of the config. */
function numberOf({ config }: Widget, name: 'row' | 'col' | 'sizeX'): number | undefined {
  const value = Object.hasOwn(config, name) ? config[name] : undefined
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
