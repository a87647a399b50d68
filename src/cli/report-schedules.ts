import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { fileFormat, parseFile } from '../metadata/dashboards/file-format.ts'
import type { ReportSchedule, ShortReport } from '../schema/report.ts'
import { addRemoteOptions, listPages, type RemoteOptions, reportErrors, requestJson } from './remote.ts'

interface ListOptions extends RemoteOptions {
  all?: boolean
}

/** `millrace report schedules list|make|run|pause|resume|delete`. */
export function schedulesCommand(): Command {
  const command = new Command('schedules').description('schedules of reports')
  addRemoteOptions(command.command('list', { isDefault: true }))
    .description('list your schedules, oldest first')
    .option('--all', 'also those of others; needs manage_reports')
    .action((options: ListOptions) => reportErrors(() => list(options)))
  addRemoteOptions(command.command('make'))
    .description('make a schedule of a file, JSON or YAML: the body of POST /api/reports-schedules')
    .argument('<file>')
    .action((file: string, options: RemoteOptions) => reportErrors(() => make(file, options)))
  addRemoteOptions(command.command('run'))
    .description('make a report of a schedule now')
    .argument('<id>')
    .action((id: string, options: RemoteOptions) => reportErrors(() => run(id, options)))
  for (const [name, isActive] of [['pause', false] as const, ['resume', true] as const]) {
    addRemoteOptions(command.command(name))
      .description(
        isActive ? 'let schedules run by themselves again' : 'let schedules run by themselves no more',
      )
      .argument('<ids...>')
      .action((ids: string[], options: RemoteOptions) =>
        reportErrors(() => setActive(ids, isActive, options)),
      )
  }
  addRemoteOptions(command.command('delete'))
    .description('delete schedules; their reports stay')
    .argument('<ids...>')
    .action((ids: string[], options: RemoteOptions) => reportErrors(() => remove(ids, options)))
  return command
}

async function list(options: ListOptions): Promise<void> {
  const showAll = options.all === true ? '&show_all=true' : ''
  const path = `/api/reports-schedules?ordering=id${showAll}`
  for (const schedule of await listPages<ReportSchedule>(options, path)) console.log(lineOf(schedule))
}

async function make(file: string, options: RemoteOptions): Promise<void> {
  const format = fileFormat(file)
  if (format === undefined) throw new Error(`${file} is neither .json nor .yaml.`)
  const body = parseFile(await readFile(file, 'utf8'), format)
  // The shape of this route, here and below.
  console.log(lineOf((await requestJson(options, 'POST', '/api/reports-schedules', body)) as ReportSchedule))
}

async function run(id: string, options: RemoteOptions): Promise<void> {
  const report = (await requestJson(options, 'POST', `${pathOf(id)}/run`)) as ShortReport
  console.log(`${report.id}  ${report.status}  ${report.title}`)
}

async function setActive(ids: readonly string[], isActive: boolean, options: RemoteOptions): Promise<void> {
  for (const id of ids) {
    console.log(
      lineOf((await requestJson(options, 'PATCH', pathOf(id), { is_active: isActive })) as ReportSchedule),
    )
  }
}

async function remove(ids: readonly string[], options: RemoteOptions): Promise<void> {
  for (const id of ids) {
    await requestJson(options, 'DELETE', pathOf(id))
    console.log(`deleted ${id}`)
  }
}

function pathOf(id: string): string {
  if (!/^\d+$/.test(id)) throw new Error(`${id} is no id of a schedule: expected a number.`)
  return `/api/reports-schedules/${id}`
}

function lineOf({ id, title, is_active, next_run_at, last_report }: ReportSchedule): string {
  const next = next_run_at === null ? 'never' : new Date(next_run_at * 1_000).toISOString()
  const last = last_report === null ? '' : `  last ${last_report.status} (report ${last_report.id})`
  return `${id}  ${is_active ? 'active' : 'paused'}  next ${next}${last}  ${title}`
}
