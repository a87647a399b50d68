import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** One run of axe on one state of a page. */
export interface AxeCheck {
  /** Name of the state, as in the scenario. */
  state: string
  /** Path of the page, without its query. */
  page: string
  width: number
  scheme: 'light' | 'dark'
  /** Number of rules that found something to check, and rules that found a fault. */
  rules: number
  violations: number
}

/**
 * The checks of all scenarios since the file was removed, one JSON object per line: read by `npm run
 * axe-table`.
 */
export const axeRecord = path.join(import.meta.dirname, '../../test-results/axe.jsonl')

export function recordAxeCheck(check: AxeCheck): void {
  mkdirSync(path.dirname(axeRecord), { recursive: true })
  appendFileSync(axeRecord, `${JSON.stringify(check)}\n`)
}
