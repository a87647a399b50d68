import path from 'node:path'
import { Command, Option } from 'commander'
import { parseFile } from '../../metadata/dashboards/templates/template-text.ts'
import { exportFormats } from '../../schema/reports/export-format.ts'
import { deliveries, type NewReport, type ShortReport } from '../../schema/reports/report.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { parseWords } from '../command/check-shape.ts'
import { integerBetween } from '../command/integer-option.ts'
import { readInput } from '../command/read-input.ts'
import {
  addRemoteOptions,
  deleteEach,
  download,
  type ListOptions,
  listPages,
  noneOf,
  pathById,
  type RemoteOptions,
  reportErrors,
  requestJson,
  showAllParameter,
} from '../remote/remote.ts'
import { print, printList } from '../terminal/print.ts'
import { schedulesCommand } from './report-schedules.ts'

interface MakeOptions extends RemoteOptions {
  format: NewReport['format']
  type?: string
  params?: string
  dashboard?: number
  title?: string
  range?: string
  timezone?: string
  mail?: string[]
  deliver?: NewReport['deliver']
  output?: string
  wait?: boolean
}

/** Milliseconds between polls of an unfinished report. */
const pollIntervalMs = 500

/** `millrace report list|make|get|delete|schedules`: uses the HTTP API of a running Millrace. */
export function reportCommand(): Command {
  const command = new Command('report').description('reports of a running Millrace')
  addRemoteOptions(command.command('list'))
    .description('list your reports, oldest first')
    .option('--all', 'also reports of others; needs manage_reports')
    .option('--schedule <id>', 'only reports of this schedule')
    .action(reportErrors(list))
  addRemoteOptions(command.command('make'))
    .description('make a report of a query or a dashboard')
    .addOption(
      new Option('-F, --format <format>', 'format of the file')
        .choices(Object.keys(exportFormats))
        .makeOptionMandatory(),
    )
    .option('--type <type>', 'type of the query: Search, TopN, ...')
    .option('--params <json>', 'params of the query; or @file.json, @file.yaml')
    .option(
      '--dashboard <id>',
      'id of a dashboard, instead of a query',
      integerBetween(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--title <title>')
    .option(
      '--range <preset>',
      'time range such as last_7_days, instead of the range of the query or widgets',
    )
    .option('--timezone <zone>', 'IANA name')
    .option('--mail <addresses>', 'recipients, comma-separated', parseWords)
    .addOption(new Option('--deliver <how>', 'how to mail it').choices(deliveries))
    .option('-w, --wait', 'wait until it is finished')
    .option('-o, --output <file>', 'wait, and write the file; - for standard output')
    .action(reportErrors(make))
  addRemoteOptions(command.command('get'))
    .description('write the file of a report')
    .argument('<id>')
    .option(
      '-o, --output <file>',
      'default: the file name of the report, in this folder; - for standard output',
    )
    .action(reportErrors(get))
  addRemoteOptions(command.command('delete'))
    .description('delete reports with their files')
    .argument('<ids...>')
    .action(reportErrors((ids: string[], options: RemoteOptions) => deleteEach(ids, options, pathOf)))
  command.addCommand(schedulesCommand())
  return command
}

async function list(options: ListOptions & { schedule?: string }): Promise<void> {
  const schedule = options.schedule === undefined ? '' : `&schedule_id=${options.schedule}`
  const listPath = `/api/reports?ordering=id${showAllParameter(options)}${schedule}`
  const reports = await listPages<ShortReport>(options, listPath)
  const which = schedule === '' ? 'reports' : 'reports of this schedule'
  printList(reports.map(lineOf), noneOf(which, options))
}

async function make(options: MakeOptions): Promise<void> {
  const { format, title, timezone, deliver, mail } = options
  const body: NewReport = {
    format,
    ...(options.dashboard === undefined
      ? { query: { type: options.type ?? 'Search', params: await paramsOf(options.params) } }
      : { dashboard_id: options.dashboard }),
    ...(title === undefined ? {} : { title }),
    ...(options.range === undefined ? {} : { time_range: { preset: options.range } }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(mail === undefined ? {} : { emails: mail }),
    ...(deliver === undefined ? {} : { deliver }),
  }
  let report = await requestJson<ShortReport>(options, 'POST', '/api/reports', body)
  if (options.wait === true || options.output !== undefined) report = await waitUntilDone(options, report)
  if (options.output !== '-') print(lineOf(report))
  if (report.status === 'FAILURE') throw new Error(`The report could not be made: ${report.error?.detail}`)
  if (options.output !== undefined) await get(String(report.id), options)
}

async function get(id: string, options: RemoteOptions & { output?: string }): Promise<void> {
  const filePath = `${pathOf(id)}/file`
  if (options.output !== undefined) return download(options, filePath, options.output)
  const { file_name } = await requestJson<ShortReport>(options, 'GET', pathOf(id))
  await download(options, filePath, path.basename(file_name ?? `report-${id}`))
}

async function waitUntilDone(options: RemoteOptions, report: ShortReport): Promise<ShortReport> {
  let current = report
  while (current.status === 'PENDING' || current.status === 'IN_PROGRESS') {
    await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
    current = await requestJson<ShortReport>(options, 'GET', pathOf(String(report.id)))
  }
  return current
}

/** Params of a query: JSON or YAML, or `@` and the name of a file. */
async function paramsOf(text = '{}'): Promise<Record<string, unknown>> {
  const isFile = text.startsWith('@')
  // YAML includes JSON.
  const content: unknown = parseFile(isFile ? await readInput(text.slice(1)) : text, 'yaml')
  if (isObject(content)) return content
  throw new Error('--params expects an object, such as {"field": "host"}')
}

function pathOf(id: string): string {
  return pathById('/api/reports', 'a report', id)
}

function lineOf({ id, status, progress, format, file_size, title, error }: ShortReport): string {
  const state = status === 'IN_PROGRESS' ? `${status} ${progress}%` : status
  const size = file_size === null ? '' : `  ${file_size} bytes`
  return `${id}  ${state}  ${format}${size}  ${title}${error === null ? '' : `  (${error.detail})`}`
}
