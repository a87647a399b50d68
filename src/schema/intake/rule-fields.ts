import type { RuleOutcome } from './rule.ts'

/**
 * Fields of an event that rules may change, besides its user tags. Without the schemas, which the page does
 * not load.
 */
export const ruleFields = [
  'host',
  'program',
  'message',
  'cisco_mnemonic',
  'severity',
  'facility',
  'status',
  'retention',
] as const satisfies readonly (keyof RuleOutcome['event'])[]
