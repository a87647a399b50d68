import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Command } from 'commander'
import { stringify } from 'yaml'
import { formatFileFault } from '../../ingest/rules/rule-faults.ts'
import { ruleFormat } from '../../ingest/rules/rule-text.ts'
import type { RuleFileRecord, RuleFileSummary } from '../../schema/intake/rule.ts'
import { integerBetween } from '../command/integer-option.ts'
import { readInput } from '../command/read-input.ts'
import {
  addRemoteOptions,
  listPages,
  type RemoteOptions,
  reportErrors,
  requestJson,
} from '../remote/remote.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError, printFile, printList } from '../terminal/print.ts'
import { testFiles, validateFiles } from './rules-local.ts'

/** Reading a file of 16 MB takes a minute or two. */
const addTimeoutMs = 600_000

interface AddOptions extends RemoteOptions {
  name?: string
  replace?: boolean
}

/** `millrace rules ...`: uses the interface of a running Millrace; `validate` and `test` only read files. */
export function rulesCommand(): Command {
  const command = new Command('rules').description('rules that rewrite, tag and drop incoming events')
  addRemoteOptions(command.command('list'))
    .description('list the rule files in the order in which they are applied')
    .action(reportErrors(list))
  addRemoteOptions(command.command('add'))
    .description('add a rule file (YAML or JSON)')
    .argument('<file>')
    .option('--name <name>', 'default: the name of the file')
    .option('--replace', 'replace an existing file of that name')
    .action(reportErrors(add))
  addNamesCommand(command, 'remove', 'delete rule files', async (name, options) => {
    await requestJson(options, 'DELETE', pathOf(name))
    print(`removed ${name}`)
  })
  addNamesCommand(command, 'enable', 'turn rule files on', (name, options) => setEnabled(name, true, options))
  addNamesCommand(command, 'disable', 'turn rule files off', (name, options) =>
    setEnabled(name, false, options),
  )
  addRemoteOptions(command.command('export'))
    .description('export a rule file, as YAML or JSON by its name')
    .argument('<name>')
    .option('-o, --output <file>', 'default: standard output')
    .action(reportErrors(exportFile))
  addRemoteOptions(command.command('reload'))
    .description('reload all rule files, including the rules folder')
    .action(reportErrors(reload))
  addRemoteOptions(command.command('errors'))
    .description('show refused files and failed rules')
    .action(reportErrors(errors))
  addRemoteOptions(command.command('performance'))
    .description('show counts and times of rules, the most expensive first')
    .option('-l, --limit <number>', 'maximum number of rules', integerBetween(1, Number.MAX_SAFE_INTEGER), 20)
    .action(reportErrors(performanceOf))
  command
    .command('validate')
    .description('check rule files; works without a running Millrace')
    .argument('<files...>')
    .action(reportErrors(validateFiles))
  command
    .command('test')
    .description('run the tests of rule files (a.yaml: a.tests.yaml); works without a running Millrace')
    .argument('<files...>')
    .action(reportErrors(testFiles))
  return command
}

/** Adds a subcommand that does the same for each named file. */
function addNamesCommand(
  command: Command,
  name: string,
  description: string,
  work: (name: string, options: RemoteOptions) => Promise<void>,
): void {
  addRemoteOptions(command.command(name))
    .description(description)
    .argument('<names...>')
    .action(
      reportErrors(async (names: string[], options: RemoteOptions) => {
        for (const one of names) await work(one, options)
      }),
    )
}

async function list(options: RemoteOptions): Promise<void> {
  const lines = (await summaries(options)).map(({ name, source, status, rule_count, matched, errors }) => {
    const wrong = errors.length === 0 ? '' : `  ${pluralize(errors.length, 'error')}`
    return `${name}  ${source}  ${status}  ${pluralize(rule_count, 'rule')}  ${matched} matched${wrong}`
  })
  printList(lines, 'There are no rule files.')
}

async function add(file: string, options: AddOptions): Promise<void> {
  const name = options.name ?? path.basename(file)
  const text = await readInput(file)
  const exists = (await summaries(options)).some(rule => rule.name === name)
  const saved =
    exists && options.replace === true
      ? await requestJson<RuleFileRecord>(options, 'PATCH', pathOf(name), { text }, addTimeoutMs)
      : await requestJson<RuleFileRecord>(options, 'POST', '/api/rules', { name, text }, addTimeoutMs)
  const { rule_count, warnings = [] } = saved
  for (const warning of warnings) printError(`warning: ${formatFileFault(name, warning)}`)
  print(`${name}  ${pluralize(rule_count, 'rule')}`)
}

async function setEnabled(name: string, is_enabled: boolean, options: RemoteOptions): Promise<void> {
  await requestJson(options, 'PATCH', pathOf(name), { is_enabled })
  print(`${is_enabled ? 'enabled' : 'disabled'} ${name}`)
}

async function exportFile(name: string, options: RemoteOptions & { output?: string }): Promise<void> {
  const { content } = await record(name, options)
  const json = ruleFormat(options.output ?? name) === 'json'
  const text = json
    ? `${JSON.stringify(content, null, 2)}\n`
    : stringify(content, { aliasDuplicateObjects: false })
  if (options.output === undefined) printFile(text)
  else await writeFile(options.output, text)
}

async function reload(options: RemoteOptions): Promise<void> {
  const { objects } = await requestJson<{ objects: RuleFileSummary[] }>(options, 'POST', '/api/rules/reload')
  const active = objects.filter(({ status }) => status === 'active')
  const rules = active.reduce((sum, { rule_count }) => sum + rule_count, 0)
  print(`${pluralize(rules, 'rule')} of ${pluralize(active.length, 'file')} in force`)
  for (const line of faultLines(objects)) print(line)
}

/** Prints refused files, and rules that failed on events. */
async function errors(options: RemoteOptions): Promise<void> {
  const all = await summaries(options)
  const lines = faultLines(all)
  for (const { name } of all) {
    for (const one of (await record(name, options)).rules) {
      if (one.errors === 0) continue
      lines.push(
        `${name}, rule ${one.rule}: ${pluralize(one.errors, 'error')}${one.disabled ? ', off' : ''}: ${one.last_error}`,
      )
    }
  }
  printList(lines, 'No rule has errors.')
}

/** Faults and warnings of rule files, one line each. */
function faultLines(files: readonly RuleFileSummary[]): string[] {
  return files.flatMap(({ name, errors, warnings = [] }) => [
    ...errors.map(fault => formatFileFault(name, fault)),
    ...warnings.map(warning => `warning: ${formatFileFault(name, warning)}`),
  ])
}

async function performanceOf(options: RemoteOptions & { limit: number }): Promise<void> {
  const rules: { line: string; cost: number; tried: number }[] = []
  for (const { name } of await summaries(options)) {
    for (const { rule, tried, matched, micros, unindexed } of (await record(name, options)).rules) {
      const each = micros === null ? '-' : `${micros.toFixed(2)} us`
      const always = unindexed ? '  held against every event' : ''
      rules.push({
        line: `${name} rule ${rule}  ${tried} tried  ${matched} matched  ${each}${always}`,
        cost: tried * (micros ?? 0),
        tried,
      })
    }
  }
  // One try in 64 is timed. Rarely tried rules have a number of tries but no time.
  rules.sort((a, b) => b.cost - a.cost || b.tried - a.tried)
  const lines = rules.slice(0, options.limit).map(({ line }) => line)
  printList(lines, 'No rules are active.')
}

function summaries(options: RemoteOptions): Promise<RuleFileSummary[]> {
  return listPages(options, '/api/rules?')
}

/** A rule file with its rules and their counts. */
function record(name: string, options: RemoteOptions): Promise<RuleFileRecord> {
  return requestJson(options, 'GET', pathOf(name))
}

function pathOf(name: string): string {
  return `/api/rules/${encodeURIComponent(name)}`
}
