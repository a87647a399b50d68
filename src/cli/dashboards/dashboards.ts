import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { printable } from '../../charts/printable.ts'
import {
  encodeFile,
  type FileFormat,
  fileFormat,
  fileFormats,
  parseFile,
} from '../../metadata/dashboards/templates/template-text.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { readInput } from '../command/read-input.ts'
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
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError, printFile, printList } from '../terminal/print.ts'
import { showDashboard } from './show-dashboard.ts'

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
