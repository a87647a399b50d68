import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { MillraceError } from '../../../clients/typescript/src/millrace-error.ts'
import { printable } from '../../charts/printable.ts'
import {
  encodeFile,
  type FileFormat,
  fileFormat,
  fileFormats,
  parseFile,
} from '../../metadata/dashboards/templates/template-text.ts'
import type { Dashboard } from '../../schema/dashboards/dashboard.ts'
import type { Widget } from '../../schema/dashboards/widget.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { readInput } from '../command/read-input.ts'
import { throwAsExit } from '../query/ask-query.ts'
import { drawAnswer } from '../query/draw-answer.ts'
import { zoneOption } from '../query/read-params.ts'
import {
  addRemoteOptions,
  type ListOptions,
  listPages,
  noneOf,
  pathById,
  type RemoteOptions,
  reportErrors,
  requestJson,
  showAllParameter,
} from '../remote/remote.ts'
import { cutToWidth, onOneLine } from '../terminal/cell-width.ts'
import { type Paint, paintFor } from '../terminal/paint.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError, printFile, printList, printPainted } from '../terminal/print.ts'
import { blockGap, sideBySide } from '../terminal/side-by-side.ts'

interface FileOptions extends ListOptions {
  format?: FileFormat
  output?: string
  public?: boolean
}

/** A dashboard in a list, or in the answer to an import. */
interface Listed {
  id: number
  title: string
  is_public: boolean
  owner: { username: string }
  widgets: unknown[]
  warnings?: { widget_id: number; field: string; message: string }[]
}

/** `millrace dashboards list|show|import|export|delete`: uses the interface of a running Millrace. */
export function dashboardsCommand(): Command {
  const command = new Command('dashboards').description('dashboards of a running Millrace')
  const format = () =>
    new Option('-F, --format <format>', 'default: by the name of the file').choices(fileFormats)
  addRemoteOptions(command.command('list'))
    .description('list your dashboards, oldest first')
    .option('--all', "also other users' dashboards; needs manage_dashboards")
    .action(reportErrors(list))
  addRemoteOptions(command.command('show'))
    .description('draw a dashboard in the terminal')
    .argument('<dashboard>', 'id or title')
    .option('--timezone <zone>', 'IANA name of the zone of times (default: the zone of this machine)')
    .action(reportErrors(showDashboard))
  addRemoteOptions(command.command('import'))
    .description('create the dashboards of a file (JSON or YAML): all or none')
    .argument('<file>', 'its name, or - for standard input')
    .addOption(format())
    .option('--public', 'make them public, regardless of the file')
    .action(reportErrors(importFile))
  addRemoteOptions(command.command('export'))
    .description('export dashboards to a file; default: all of yours')
    .argument('[ids...]', 'ids of dashboards')
    .addOption(format())
    .option('-o, --output <file>', 'default: standard output')
    .action(reportErrors(exportFile))
  addRemoteOptions(command.command('delete'))
    .description('delete dashboards: all or none')
    .argument('<ids...>', 'ids of dashboards')
    .action(reportErrors(remove))
  return command
}

async function list(options: ListOptions): Promise<void> {
  const lines = (await all<Listed>(options)).map(({ id, title, is_public, owner, widgets }) => {
    const access = is_public ? 'public' : 'private'
    return `${id}  ${access}  ${owner.username}  ${pluralize(widgets.length, 'widget')}  ${printable(title)}`
  })
  printList(lines, noneOf('dashboards', options))
}

async function importFile(file: string, options: FileOptions): Promise<void> {
  const format = options.format ?? fileFormat(file)
  if (format === undefined)
    throw new Error('Give --format json or yaml: the file name has neither extension.')
  const written = await readInput(file)
  let dashboards: unknown[]
  try {
    const content = parseFile(written, format)
    dashboards = Array.isArray(content) ? content : [content]
  } catch (error) {
    throw new Error(`${file} is not ${format}: ${thrownText(error)}`)
  }
  if (options.public === true) dashboards = dashboards.map(item => ({ ...Object(item), is_public: true }))
  const created = await requestJson<Listed[]>(options, 'POST', '/api/dashboards', dashboards)
  for (const { id, title, warnings = [] } of created) {
    print(`${id}  ${title}`)
    for (const { widget_id, field, message } of warnings) {
      printError(`warning: widget ${widget_id} of dashboard ${id}: ${field}: ${message}`)
    }
  }
}

async function exportFile(ids: readonly string[], options: FileOptions): Promise<void> {
  const format = options.format ?? fileFormat(options.output ?? '') ?? 'json'
  const dashboards =
    ids.length === 0
      ? await all(options, '&export=true')
      : await Promise.all(ids.map(id => requestJson(options, 'GET', `${pathOf(id)}?export=true`)))
  const text = encodeFile(dashboards, format)
  if (options.output === undefined) printFile(text)
  else await writeFile(options.output, text)
}

async function remove(ids: readonly string[], options: RemoteOptions): Promise<void> {
  // Validates all ids before the first request.
  for (const id of ids) pathOf(id)
  await requestJson(options, 'DELETE', `/api/dashboards?id=${ids.join(',')}`)
  for (const id of ids) print(`deleted ${id}`)
}

function pathOf(id: string): string {
  return pathById('/api/dashboards', 'a dashboard', id)
}

function all<Item>(options: ListOptions, parameters = ''): Promise<Item[]> {
  return listPages(options, `/api/dashboards?ordering=id${showAllParameter(options)}${parameters}`)
}

const answerTimeoutMs = 60_000
const pollMs = 300
const defaultWidth = 120
/** Maximum lines of one widget; further lines are only counted. */
const maxLines = 24
/** Minimum width of blocks side by side; narrower blocks are placed below each other. */
const minBlockWidth = 36

interface ShowOptions extends RemoteOptions {
  timezone?: string
}

/** `millrace dashboards show <dashboard>`: its widgets as text, arranged as on the page. */
async function showDashboard(wanted: string, options: ShowOptions): Promise<void> {
  const dashboard = await findDashboard(wanted, options)
  const view: WidgetView = { zone: zoneOption(options), paint: paintFor(process.stdout) }
  const width = process.stdout.columns ?? defaultWidth
  const lines = [view.paint('bold', cutToWidth(onOneLine(dashboard.title), width))]
  const isWide = width >= minBlockWidth * 2
  for (const row of gridRows(dashboard.widgets)) {
    const blocks = row.map(placed => ({ placed, width: isWide ? widthOfBlock(placed, width) : width }))
    const drawn = await Promise.all(
      blocks.map(async ({ placed, width }) => ({
        width,
        lines: await drawWidget(placed.widget, width, view, options),
      })),
    )
    const fits = isWide && drawn.every(({ width }) => width >= minBlockWidth / 2)
    lines.push('', ...(fits ? sideBySide(drawn) : drawn.flatMap(({ lines }) => lines)))
  }
  printPainted(lines)
}

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

function widthOfBlock({ columns }: PlacedWidget, width: number): number {
  const share = (width + blockGap) / gridColumns
  return Math.max(1, Math.floor(share * columns) - blockGap)
}

async function drawWidget(
  widget: Widget,
  width: number,
  { zone, paint }: WidgetView,
  remote: RemoteOptions,
): Promise<string[]> {
  const title = paint('bold', cutToWidth(onOneLine(widget.title === '' ? widget.type : widget.title), width))
  const rule = paint('gray', '─'.repeat(width))
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
    const more = lines.length - maxLines
    return [title, rule, ...lines.slice(0, maxLines), ...(more > 0 ? [`… ${more} more lines`] : [])]
  } catch (error) {
    const reason = thrownText(error)
    return [title, rule, cutToWidth(onOneLine(reason), width)]
  }
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
