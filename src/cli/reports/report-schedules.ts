import { Command } from 'commander'
import { fileFormat, parseFile } from '../../metadata/dashboards/templates/template-text.ts'
import type { ReportSchedule, ShortReport } from '../../schema/reports/report.ts'
import { readInput } from '../command/read-input.ts'
import {
  addRemoteOptions,
  deleteEach,
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

const collection = '/api/reports-schedules'

/** `millrace report schedules list|make|run|pause|resume|delete`. */
export function schedulesCommand(): Command {
  const command = new Command('schedules').description('schedules of reports')
  addRemoteOptions(command.command('list', { isDefault: true }))
    .description('list your schedules, oldest first')
    .option('--all', "also other users' schedules; needs manage_reports")
    .action(reportErrors(list))
  addRemoteOptions(command.command('make'))
    .description('create a schedule from a file, JSON or YAML: the body of POST /api/reports-schedules')
    .argument('<file>')
    .action(reportErrors(make))
  addRemoteOptions(command.command('run'))
    .description('create a report of a schedule now')
    .argument('<id>')
    .action(reportErrors(run))
  for (const [name, isActive] of [['pause', false] as const, ['resume', true] as const]) {
    addRemoteOptions(command.command(name))
      .description(isActive ? 'resume schedules' : 'pause schedules')
      .argument('<ids...>')
      .action(reportErrors((ids: string[], options: RemoteOptions) => setActive(ids, isActive, options)))
  }
  addRemoteOptions(command.command('delete'))
    .description('delete schedules; their reports are kept')
    .argument('<ids...>')
    .action(reportErrors((ids: string[], options: RemoteOptions) => deleteEach(ids, options, pathOf)))
  return command
}

async function list(options: ListOptions): Promise<void> {
  const path = `${collection}?ordering=id${showAllParameter(options)}`
  const schedules = await listPages<ReportSchedule>(options, path)
  printList(schedules.map(lineOf), noneOf('schedules', options))
}

async function make(file: string, options: RemoteOptions): Promise<void> {
  const format = fileFormat(file)
  if (format === undefined) throw new Error(`${file} is neither .json nor .yaml.`)
  const body = parseFile(await readInput(file), format)
  print(lineOf(await requestJson(options, 'POST', collection, body)))
}

async function run(id: string, options: RemoteOptions): Promise<void> {
  const report = await requestJson<ShortReport>(options, 'POST', `${pathOf(id)}/run`)
  print(`${report.id}  ${report.status}  ${report.title}`)
}

async function setActive(ids: readonly string[], isActive: boolean, options: RemoteOptions): Promise<void> {
  for (const id of ids) {
    print(lineOf(await requestJson(options, 'PATCH', pathOf(id), { is_active: isActive })))
  }
}

function pathOf(id: string): string {
  return pathById(collection, 'a schedule', id)
}

function lineOf({ id, title, is_active, next_run_at, last_report }: ReportSchedule): string {
  const next = next_run_at === null ? 'never' : new Date(next_run_at * 1_000).toISOString()
  const last = last_report === null ? '' : `  last ${last_report.status} (report ${last_report.id})`
  return `${id}  ${is_active ? 'active' : 'paused'}  next ${next}${last}  ${title}`
}
