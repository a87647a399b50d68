import { stringify } from 'yaml'
import type { ReadRules } from '../../ingest/rules/read-file.ts'
import type { RuleCounts } from '../../ingest/rules/rule-counters.ts'
import { formatFault, type RuleFault } from '../../ingest/rules/rule-faults.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleFile, RuleFileRecord, RuleFileSummary } from '../../schema/intake/rule.ts'

/** Rules from a request or a file, with their content. */
export type SubmittedRules = ReadRules & { content: unknown; text?: string | undefined }

/** A rule file in the registry. */
export interface RuleFileEntry {
  name: string
  source: 'folder' | 'api'
  content: unknown
  /** The text as given; undefined for content that was given without text. */
  text: string | undefined
  isEnabled: boolean
  /** undefined if the file has faults. */
  file: RuleFile | undefined
  faults: RuleFault[]
  warnings: RuleFault[]
}

/** Counters of one rule since the rules were loaded. */
export type RuleCounters = Omit<RuleFileRecord['rules'][number], 'rule' | 'comment'>

const zeroCounters: RuleCounters = {
  matched: 0,
  tried: 0,
  micros: null,
  errors: 0,
  last_error: '',
  disabled: false,
  unindexed: false,
}

/** The entry of a file with these rules. */
export function entryOf(
  { name, source, isEnabled }: Pick<RuleFileEntry, 'name' | 'source' | 'isEnabled'>,
  { content, text, warnings = [], ...read }: SubmittedRules,
): RuleFileEntry {
  const isValid = 'file' in read
  // The rules may have been read under an earlier file name.
  const file = isValid ? { ...read.file, name } : undefined
  return { name, source, content, text, isEnabled, file, faults: isValid ? [] : read.faults, warnings }
}

/** In the order in which files are applied. */
export function sortByName<T extends { name: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Counters of each rule of these files, by file name. The engine numbers the rules of all files in one
 * sequence.
 */
export function countersByFile(
  files: readonly RuleFile[],
  { rules: ruleCounts, unindexed }: RuleCounts,
): Map<string, RuleCounters[]> {
  const isUnindexed = new Set(unindexed)
  const counters = ruleCounts.map(({ lastError, ...rule }, index) => ({
    ...rule,
    last_error: lastError,
    unindexed: isUnindexed.has(index),
  }))
  const byFile = new Map<string, RuleCounters[]>()
  let start = 0
  for (const { name, rules } of files) {
    byFile.set(name, counters.slice(start, start + rules.length))
    start += rules.length
  }
  return byFile
}

/** The interface's record of a file, as in lists. */
export function presentSummary(
  { name, source, isEnabled, file, faults, warnings }: RuleFileEntry,
  counters: readonly RuleCounters[] = [],
): RuleFileSummary {
  let status: RuleFileSummary['status'] = isEnabled ? 'active' : 'disabled'
  if (file === undefined) status = 'refused'
  return {
    name,
    source,
    is_enabled: isEnabled,
    status,
    rule_count: file?.rules.length ?? 0,
    first_match_only: file?.firstMatchOnly ?? false,
    hc_tags: file?.hcTags ?? [],
    matched: counters.reduce((sum, { matched }) => sum + matched, 0),
    errors: faults,
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The interface's record of a file with its content and rules. */
export function presentFile(entry: RuleFileEntry, counters?: readonly RuleCounters[]): RuleFileRecord {
  const rules = entry.file?.rules ?? []
  return {
    ...presentSummary(entry, counters),
    content: entry.content,
    text: textOf(entry),
    rules: rules.map(({ comment }, index) => ({
      rule: index + 1,
      comment,
      ...(counters?.[index] ?? zeroCounters),
    })),
  }
}

/** The text of a file; generated from the content if there is none. */
function textOf({ text, content }: RuleFileEntry): string {
  return text ?? (content === null || content === undefined ? '' : stringify(content, { lineWidth: 120 }))
}

/** Throws validation with the faults of the member `content`: `rule 2, match[0].op: expected …`. */
export function refuseFaulty(read: ReadRules): void {
  if ('file' in read) return
  throw new Fault('validation', { fields: { content: read.faults.map(formatFault) } })
}
