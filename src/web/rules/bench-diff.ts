import { type RuleOutcome, ruleFields } from '../../schema/intake/rule.ts'

/** A field that rules changed. `before` or `after` is undefined if the event did not have the field then. */
export interface FieldChange {
  field: string
  before: string | undefined
  after: string | undefined
}

type RuleEvent = RuleOutcome['event']

/** The changes made by rules: fields first, then user tags by name. */
export function changesOf(before: RuleEvent, after: RuleEvent): FieldChange[] {
  const changes: FieldChange[] = ruleFields
    .filter(field => before[field] !== after[field])
    .map(field => ({ field, before: String(before[field]), after: String(after[field]) }))
  const tags = [...new Set([...Object.keys(before.user_tags), ...Object.keys(after.user_tags)])].sort()
  for (const field of tags) {
    const [old, now] = [tagOf(before, field), tagOf(after, field)]
    if (old !== now) changes.push({ field, before: old, after: now })
  }
  return changes
}

function tagOf({ user_tags: tags }: RuleEvent, name: string): string | undefined {
  return Object.hasOwn(tags, name) ? tags[name] : undefined
}

/** Pasted text as at most `max` lines, without empty ones. */
export function pastedLines(text: string, max: number): string[] {
  return text
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .slice(0, max)
}
