import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { matchesWildcard } from '../../filter/words/wildcard.ts'
import { encodeFile, fileFormat, parseFile } from '../../metadata/dashboards/templates/template-text.ts'
import { nameKey } from '../../metadata/database/tables.ts'
import type { FilterCost } from '../../schema/filter/filter-cost.ts'
import type { ActionKind } from '../../schema/triggers/action-kinds.ts'
import { actionFlags, type Trigger, type TriggerImport } from '../../schema/triggers/trigger.ts'
import { errorMessage } from '../command/error-message.ts'
import { integerBetween } from '../command/integer-option.ts'
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
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError, printFile, printList } from '../terminal/print.ts'

/** Options that select the triggers of a command. */
interface Selection extends RemoteOptions {
  owner?: string
  triggerId?: string[]
}

interface ExportOptions extends Selection {
  output?: string
}

/**
 * `millrace triggers list|export|import|update|delete|performance`, over the HTTP interface of a running
 * Millrace.
 */
export function triggersCommand(): Command {
  const command = new Command('triggers').description('triggers of a running Millrace')
  /** A subcommand whose arguments select triggers. */
  const selecting = (name: string, description: string) =>
    addRemoteOptions(command.command(name))
      .description(description)
      .argument('[names...]', 'names; * and ? are wildcards')
      .option('--owner <username>', 'only triggers of this user')
      .option('--trigger-id <ids...>', 'only these')
  selecting('list', 'list triggers in the order of matching; default: all that you can see').action(
    reportErrors(list),
  )
  selecting(
    'export',
    'export triggers to a file, as JSON or YAML by its extension; default: all that you can see',
  )
    .option('-o, --output <file>', 'default: standard output, as JSON')
    .action(reportErrors(exportFile))
  addRemoteOptions(command.command('import'))
    .description(
      'create the triggers in files (JSON or YAML): all triggers of a file or none; existing triggers are skipped',
    )
    .argument('<files...>', 'their names, or - for JSON from standard input')
    .action(reportErrors(importFiles))
  addRemoteOptions(command.command('update'))
    .description('replace triggers by triggers of the same names from a file')
    .argument('<file>', 'its name, or - for JSON from standard input')
    .option('--owner <username>', 'triggers of this user')
    .action(reportErrors(update))
  selecting('delete', 'delete triggers').action(reportErrors(remove))
  selecting('performance', 'show how often triggers matched, the most frequent first')
    .option(
      '-l, --limit <number>',
      'maximum number of triggers',
      integerBetween(1, Number.MAX_SAFE_INTEGER),
      20,
    )
    .action(reportErrors(performanceOf))
  return command
}

const noTriggers = 'There are no triggers that you can see.'

async function list(names: readonly string[], options: Selection): Promise<void> {
  const lines = (await select(names, options)).map(trigger => {
    const { id, is_active, is_private, owner, name } = trigger
    const state = `${is_active ? 'on' : 'off'}  ${is_private ? 'private' : 'public'}`
    return `${id}  ${state}  ${owner.username}  ${actionsOf(trigger).join(',') || '-'}  ${name}`
  })
  printList(lines, noTriggers)
}

function actionsOf(trigger: Trigger): ActionKind[] {
  // actionFlags is keyed by kind.
  const kinds = Object.keys(actionFlags) as ActionKind[]
  return kinds.filter(kind => trigger[actionFlags[kind]])
}

async function exportFile(names: readonly string[], options: ExportOptions): Promise<void> {
  const found: unknown[] = []
  for (const { id } of await select(names, options))
    found.push(await requestJson(options, 'GET', `${pathOf(String(id))}?export=true`))
  const encoded = encodeFile(found, fileFormat(options.output ?? '') ?? 'json')
  if (options.output === undefined) printFile(encoded)
  else await writeFile(options.output, encoded)
}

/** The service imports all triggers of a file or none. */
async function importFiles(files: readonly string[], options: RemoteOptions): Promise<void> {
  for (const file of files) {
    const content = await readTriggers(file)
    const results = await requestJson<TriggerImport[]>(options, 'POST', '/api/triggers/import', content)
    for (const { name, result, trigger_id, notes } of results) {
      print(`${trigger_id}  ${result === 'duplicate' ? 'already exists' : 'imported'}  ${name}`)
      for (const note of notes) printError(`warning: trigger ${trigger_id}: ${note}`)
    }
  }
}

/** Replaces each trigger that has the name of a trigger in the file. */
async function update(file: string, options: Selection): Promise<void> {
  const content = await readTriggers(file)
  const triggers = (Array.isArray(content) ? content : [content]).map(item => ({ ...Object(item) }))
  const existing = await select([], options)
  // Validates all names before the first change.
  const changes = triggers.map(trigger => {
    const named = existing.filter(({ name, read_only }) => name === trigger.name && !read_only)
    const [only, ...others] = named
    if (only === undefined)
      throw new Error(
        trigger.name === undefined
          ? `A trigger in ${file} has no name.`
          : `There is no trigger ${trigger.name} that you may change: import it.`,
      )
    if (others.length > 0)
      throw new Error(
        `${pluralize(named.length, 'trigger')} have the name ${trigger.name}: give --owner, or rename them.`,
      )
    return { id: only.id, trigger }
  })
  for (const { id, trigger } of changes) {
    await requestJson(options, 'PUT', pathOf(String(id)), trigger)
    print(`updated ${id}  ${trigger.name}`)
  }
}

async function remove(names: readonly string[], options: Selection): Promise<void> {
  if (names.length === 0 && options.triggerId === undefined)
    throw new Error('Give names, or --trigger-id. The name * is all triggers.')
  const ids = (await select(names, options)).map(({ id }) => String(id))
  await deleteEach(ids, options, pathOf)
}

async function performanceOf(
  names: readonly string[],
  options: Selection & { limit: number },
): Promise<void> {
  const triggers = await select(names, options)
  const costs = await requestJson<FilterCost[]>(options, 'GET', '/api/triggers-costs')
  triggers.sort((a, b) => (b.hits_count ?? 0) - (a.hits_count ?? 0) || a.id - b.id)
  const lines = triggers.slice(0, options.limit).map(trigger => {
    const { id, hits_count, last_matched, notifications_count, name } = trigger
    const last = last_matched === null ? 'never' : new Date(last_matched * 1000).toISOString()
    const matched = hits_count === null ? 'matches hidden' : `${hits_count} matched  last ${last}`
    const cost = costs.filter(({ trigger_id }) => trigger_id === id).map(costText)
    return `${id}  ${matched}  ${notifications_count} notified  ${cost.join(' + ') || 'not in force'}  ${name}`
  })
  printList(lines, noTriggers)
}

/** The tests of one filter since triggers were last changed, and their mean time. */
function costText({ tried, micros, is_unindexed }: FilterCost): string {
  const time = micros === null ? '' : ` of ${micros.toFixed(2)} us`
  return `${tried ?? 'hidden'} tests${time}${is_unindexed ? ', of every event' : ''}`
}

/** The selected triggers in the order of matching. Throws an Error for a name or id that selects none. */
async function select(names: readonly string[], options: Selection): Promise<Trigger[]> {
  const { owner, triggerId } = options
  // Throws for an id that is not a number.
  for (const id of triggerId ?? []) pathOf(id)
  // The service takes an empty list of names for all triggers.
  if (names.some(name => name.trim() === '')) throw new Error('A name is empty. The name * is all triggers.')
  // The service separates names by commas, so a name with a comma is compared here.
  const hasComma = names.some(name => name.includes(','))
  const isNamed = (trigger: Trigger, name: string) =>
    matchesWildcard(nameKey(name.trim()), nameKey(trigger.name))
  const query = names.length === 0 || hasComma ? '' : `name=${encodeURIComponent(names.join(','))}`
  const found = await listPages<Trigger>(options, `/api/triggers?${query}`)
  const owned = found.filter(
    trigger =>
      (!hasComma || names.some(name => isNamed(trigger, name))) &&
      (owner === undefined || trigger.owner.username === owner),
  )
  const isSelected = (id: string) => owned.some(trigger => String(trigger.id) === id)
  const missing = [
    ...names.filter(name => !owned.some(trigger => isNamed(trigger, name))),
    ...(triggerId ?? []).filter(id => !isSelected(id)),
  ]
  if (missing.length > 0) throw new Error(`There is no trigger ${missing.join(', ')}.`)
  return triggerId === undefined ? owned : owned.filter(trigger => triggerId.includes(String(trigger.id)))
}

/** The content of a file of triggers. `-` is standard input. */
async function readTriggers(file: string): Promise<unknown> {
  const format = file === '-' ? 'json' : (fileFormat(file) ?? 'json')
  const content = await readInput(file)
  try {
    return parseFile(content, format)
  } catch (error) {
    throw new Error(`${file} is not ${format}: ${errorMessage(error)}`)
  }
}

function pathOf(id: string): string {
  return pathById('/api/triggers', 'a trigger', id)
}
