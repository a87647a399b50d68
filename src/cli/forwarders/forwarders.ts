import { Command } from 'commander'
import { fileFormat, parseFile } from '../../metadata/dashboards/templates/template-text.ts'
import type { Forwarder, ForwarderPatch, ForwarderTest } from '../../schema/forwarding/forwarder.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { errorMessage } from '../command/error-message.ts'
import { readInput } from '../command/read-input.ts'
import {
  addRemoteOptions,
  deleteEach,
  listPages,
  pathById,
  type RemoteOptions,
  reportErrors,
  requestJson,
} from '../remote/remote.ts'
import { print, printData, printError, printList } from '../terminal/print.ts'
import type { Unsupported } from './filter-of-conditions.ts'
import { forwarderLine, forwarderLines } from './forwarder-lines.ts'
import { readConfiguration } from './read-configuration.ts'

const collection = '/api/forwarders'

interface JsonOptions extends RemoteOptions {
  json?: boolean
}

interface ContentOptions extends JsonOptions {
  file?: string
  name?: string
}

/**
 * `millrace forwarders list|show|create|update|delete|pause|resume|test|skip|import`, over the HTTP interface
 * of a running Millrace.
 */
export function forwardersCommand(): Command {
  const command = new Command('forwarders').description('destinations to which events are passed on')
  const json = (name: string) => addRemoteOptions(command.command(name)).option('--json', 'print JSON')
  const withContent = (name: string) =>
    json(name)
      .option('-f, --file <file>', 'JSON or YAML, as show --json prints it; default: standard input')
      .option('--name <name>', 'its name, instead of the name in the file')
  json('list').description('list forwarders by name').action(reportErrors(list))
  json('show').description('show a forwarder').argument('<id>').action(reportErrors(show))
  withContent('create').description('create a forwarder').action(reportErrors(create))
  withContent('update')
    .description('change a forwarder; members that the file leaves out stay')
    .argument('<id>')
    .action(reportErrors(update))
  addRemoteOptions(command.command('delete'))
    .description('delete forwarders; events that wait are not sent')
    .argument('<ids...>')
    .action(reportErrors((ids: string[], options: RemoteOptions) => deleteEach(ids, options, pathOf)))
  for (const [name, isActive] of [['pause', false] as const, ['resume', true] as const]) {
    addRemoteOptions(command.command(name))
      .description(
        isActive ? 'resume forwarders, with the events that wait' : 'pause forwarders: events wait',
      )
      .argument('<ids...>')
      .action(reportErrors((ids: string[], options: RemoteOptions) => setActive(ids, isActive, options)))
  }
  addRemoteOptions(command.command('test'))
    .description('send a test event to a destination; exits with 1 if it does not take the event')
    .argument('<id>')
    .action(reportErrors(test))
  addRemoteOptions(command.command('skip'))
    .description('skip the events that wait')
    .argument('<id>')
    .action(reportErrors(skip))
  addRemoteOptions(command.command('import'))
    .description('create the forwarders of a configuration of the interface (JSON or YAML)')
    .argument('<file>', 'its name, or - for standard input')
    .option('--paused', 'create them paused')
    .action(reportErrors(importFile))
  return command
}

async function list(options: JsonOptions): Promise<void> {
  const forwarders = await listPages<Forwarder>(options, `${collection}?ordering=name`)
  if (options.json === true) printData(JSON.stringify(forwarders, null, 2))
  else printList(forwarders.map(forwarderLine), 'There are no forwarders.')
}

async function show(id: string, options: JsonOptions): Promise<void> {
  printForwarder(await requestJson(options, 'GET', pathOf(id)), options)
}

async function create(options: ContentOptions): Promise<void> {
  const content = await readContent(options.file ?? '-')
  const draft = { ...content, ...nameOf(options) }
  printChanged(await requestJson(options, 'POST', collection, draft), 'created', options)
}

async function update(id: string, options: ContentOptions): Promise<void> {
  const path = pathOf(id)
  const { file } = options
  const onlyName = file === undefined && options.name !== undefined
  const content = onlyName ? {} : await readContent(file ?? '-')
  const patch = { ...content, ...nameOf(options) }
  printChanged(await requestJson(options, 'PATCH', path, patch), 'updated', options)
}

async function setActive(ids: readonly string[], isActive: boolean, options: RemoteOptions): Promise<void> {
  const patch: ForwarderPatch = { is_active: isActive }
  for (const id of ids) print(forwarderLine(await requestJson(options, 'PATCH', pathOf(id), patch)))
}

async function test(id: string, options: RemoteOptions): Promise<void> {
  const { ok, detail } = await requestJson<ForwarderTest>(options, 'POST', `${pathOf(id)}/test`)
  if (!ok) throw new Error(detail)
  print(detail)
}

async function skip(id: string, options: RemoteOptions): Promise<void> {
  print(forwarderLine(await requestJson(options, 'POST', `${pathOf(id)}/skip`)))
}

/** Creates a forwarder for each supported entry. Throws an Error if there are others. */
async function importFile(file: string, options: RemoteOptions & { paused?: boolean }): Promise<void> {
  const { forwarders, unsupported, ignored } = readConfiguration(await parseInput(file))
  const lineOf = ({ place, message }: Unsupported) => `${place}: ${message}`
  for (const one of ignored) printError(`warning: ${lineOf(one)}`)
  const failed = unsupported.map(lineOf)
  for (const { place, draft, ignored } of forwarders) {
    try {
      const body = options.paused === true ? { ...draft, is_active: false } : draft
      const { id, name } = await requestJson<Forwarder>(options, 'POST', collection, body)
      print(`created ${id}  ${name}`)
      for (const one of ignored) printError(`warning: ${lineOf(one)}`)
    } catch (error) {
      failed.push(`${place}: ${errorMessage(error)}`)
    }
  }
  if (failed.length > 0) throw new Error(`not supported:\n${failed.map(line => `  ${line}`).join('\n')}`)
}

function printChanged(forwarder: Forwarder, change: string, options: JsonOptions): void {
  if (options.json === true) printForwarder(forwarder, options)
  else print(`${change} ${forwarder.id}  ${forwarder.name}`)
}

function printForwarder(forwarder: Forwarder, options: JsonOptions): void {
  if (options.json === true) printData(JSON.stringify(forwarder, null, 2))
  else for (const line of forwarderLines(forwarder)) print(line)
}

/** Members of a forwarder that only the service sets, as `show --json` prints them. */
const readOnlyMembers = new Set(['id', 'secrets', 'status', 'created_at', 'updated_at'])

/** The body of a request from a file. Throws an Error if it is no object. */
async function readContent(file: string): Promise<JsonObject> {
  const content = await parseInput(file)
  if (!isObject(content))
    throw new Error(`${file} is no forwarder: expected an object with name and a destination.`)
  return Object.fromEntries(Object.entries(content).filter(([member]) => !readOnlyMembers.has(member)))
}

/** Content of a file by the extension of its name; other names, and -, are YAML, which includes JSON. */
async function parseInput(file: string): Promise<unknown> {
  const format = fileFormat(file) ?? 'yaml'
  const text = await readInput(file)
  try {
    return parseFile(text, format)
  } catch (error) {
    throw new Error(`${file === '-' ? 'Standard input' : file} is not ${format}: ${errorMessage(error)}`)
  }
}

function nameOf({ name }: ContentOptions): Pick<ForwarderPatch, 'name'> {
  return name === undefined ? {} : { name }
}

function pathOf(id: string): string {
  return pathById(collection, 'a forwarder', id)
}
