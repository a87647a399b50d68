import { readTestCases, runTestCases } from '../../api/rules/test-cases.ts'
import { isLuaName } from '../../ingest/rules/lua.ts'
import { type ReadRules, readRuleFileText } from '../../ingest/rules/read-file.ts'
import { formatFileFault } from '../../ingest/rules/rule-faults.ts'
import { parseRuleText, type RuleFormat, ruleFormat } from '../../ingest/rules/rule-text.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import { errorReason } from '../command/error-message.ts'
import { readInput } from '../command/read-input.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError } from '../terminal/print.ts'

/** Checks rule files and prints the number of rules in each. Throws an Error with all faults. */
export async function validateFiles(files: readonly string[]): Promise<void> {
  const faults: string[] = []
  for (const name of files) {
    const read = await readRules(name)
    if ('faults' in read) faults.push(...read.faults)
    else {
      for (const warning of read.warnings ?? []) printError(`warning: ${formatFileFault(name, warning)}`)
      print(`${name}: ${pluralize(read.file.rules.length, 'rule')}`)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** Runs the tests next to each file. Throws an Error with all differences; a file must have tests. */
export async function testFiles(files: readonly string[]): Promise<void> {
  const faults: string[] = []
  for (const name of files) {
    const read = await readRules(name)
    if ('faults' in read) {
      faults.push(...read.faults)
      continue
    }
    const tests = name.replace(/\.(ya?ml|json)$/, '.tests.$1')
    try {
      const results = await runTestCases([read.file], readTestCases(await readContent(tests)))
      const failed = results.filter(({ differences }) => differences.length > 0)
      for (const { number, differences } of failed)
        faults.push(...differences.map(difference => `${tests}, case ${number}, ${difference}`))
      print(`${tests}: ${results.length - failed.length} of ${results.length} as expected`)
    } catch (error) {
      faults.push(`${tests}: ${messageOf(error)}`)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** A valid rule file with its warnings, or its faults as lines to print. */
async function readRules(
  name: string,
): Promise<Extract<ReadRules, { file: RuleFile }> | { faults: string[] }> {
  try {
    // `readRuleFileText` refuses rules in Lua by their name, in any format.
    const format = isLuaName(name) ? 'yaml' : formatOf(name)
    const read = readRuleFileText(name, await readInput(name), format)
    return 'file' in read ? read : { faults: read.faults.map(fault => formatFileFault(name, fault)) }
  } catch (error) {
    return { faults: [`${name}: ${messageOf(error)}`] }
  }
}

async function readContent(name: string): Promise<unknown> {
  return parseRuleText(await readInput(name), formatOf(name))
}

function formatOf(name: string): RuleFormat {
  const format = ruleFormat(name)
  if (format === undefined) throw new Error('expected a name that ends in .yaml, .yml or .json')
  return format
}

function messageOf(error: unknown): string {
  if (error instanceof Fault && error.fields !== undefined)
    return Object.entries(error.fields)
      .map(([field, messages]) => `${field} ${messages.join(' ')}`)
      .join('; ')
  return errorReason(error)
}
