import type { Static } from 'typebox'
import type {
  RuleFaultRecord,
  RuleFileDraft,
  RuleFilePatch,
  RuleFileRecord,
  RuleFileSummary,
  RuleOutcome,
  RuleTrial,
} from '../../schema/intake/rule.ts'
import { type ListPage, request } from './http/request.ts'

type RuleFault = Static<typeof RuleFaultRecord>

/** The answer to a validation: the faults of a rule text. */
export interface RuleCheck {
  is_valid: boolean
  rule_count: number
  errors: RuleFault[]
  warnings?: RuleFault[]
}

const root = '/api/rules'
const pathOf = (name: string) => `${root}/${encodeURIComponent(name)}`
/** So many that all files are listed: the page shows the complete order in which they are applied. */
const maxFiles = 1_000

export function readRuleFiles(signal: AbortSignal): Promise<ListPage<RuleFileSummary>> {
  return request(`${root}?page_size=${maxFiles}`, { signal })
}

export function readRuleFile(name: string, signal?: AbortSignal): Promise<RuleFileRecord> {
  return request(pathOf(name), { signal })
}

export function createRuleFile(draft: RuleFileDraft): Promise<RuleFileRecord> {
  return request(root, { method: 'POST', body: draft })
}

export function changeRuleFile(name: string, patch: RuleFilePatch): Promise<RuleFileRecord> {
  return request(pathOf(name), { method: 'PATCH', body: patch })
}

export function deleteRuleFile(name: string): Promise<void> {
  return request(pathOf(name), { method: 'DELETE' })
}

/** Applies changes that were made to the files outside of the page. */
export function reloadRules(): Promise<{ objects: RuleFileSummary[] }> {
  return request(`${root}/reload`, { method: 'POST', body: {} })
}

/** Throws an ApiError with the field `text` for a text that is neither YAML nor JSON. */
export function checkRules(text: string, signal?: AbortSignal): Promise<RuleCheck> {
  return request(`${root}/validate`, { method: 'POST', body: { text }, signal })
}

export function tryRules(trial: RuleTrial, signal?: AbortSignal): Promise<{ results: RuleOutcome[] }> {
  return request(`${root}/test`, { method: 'POST', body: trial, signal })
}
