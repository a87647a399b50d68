import { expressionSteps } from '../../ingest/rules/expression-steps.ts'
import { readRuleFile, readRuleFileText } from '../../ingest/rules/read-file.ts'
import { formatFault } from '../../ingest/rules/rule-faults.ts'
import { Fault, fieldFault } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { SubmittedRules } from './rule-file-entry.ts'
import type { RuleWorkers } from './rule-workers.ts'

/**
 * Maximum characters of a text, and rules of a content with expression steps, that this thread reads. Larger
 * ones may take a minute and go to a worker.
 */
const maxInlineCharacters = 16_384
const maxInlineSteps = 50_000
const maxInlineRules = 100
/** Repetitions and Unicode classes in expressions: few characters with many steps. */
const mayTakeManySteps = /\{\d|\\p/i

/** Rules in a body: as content, or as text in YAML or JSON. */
export interface RuleBody {
  content?: unknown
  text?: string
}

export function hasRules({ content, text }: RuleBody): boolean {
  return content !== undefined || text !== undefined
}

/** Throws validation if there are no rules, or the text cannot be parsed. */
export async function readSubmittedRules(
  name: string,
  { content, text }: RuleBody,
  workers: RuleWorkers,
): Promise<SubmittedRules> {
  if (content !== undefined) {
    const rules = isObject(content) ? content.rewrite_rules : undefined
    const isLong =
      (Array.isArray(rules) && rules.length > maxInlineRules) ||
      expressionSteps(content, maxInlineSteps) > maxInlineSteps
    const read = isLong ? await workers.run({ kind: 'check', name, content }) : readRuleFile(name, content)
    return { content, ...read }
  }
  if (text === undefined) throw fieldFault('content', 'This field is required.')
  const format = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  const read =
    text.length <= maxInlineCharacters && !mayTakeManySteps.test(text)
      ? readRuleFileText(name, text, format)
      : await workers.run({ kind: 'read', name, text, format })
  if (read.content === null && 'faults' in read)
    throw new Fault('validation', {
      fields: { text: read.faults.map(fault => formatFault(fault).slice(0, 1_000)) },
    })
  return { ...read, text }
}
