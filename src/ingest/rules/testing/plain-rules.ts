import { plainRegex } from '../../../filter/testing/plain-regex.ts'
import { facilities, type ParsedEvent, severities, statuses } from '../../../schema/event/event.ts'
import type { Rule, RuleCondition, RuleFile } from '../../../schema/intake/rule.ts'

/**
 * The meaning of rules in the simplest form: tests every rule against every event, in order. The oracle of
 * RuleSet. Without kv and tokenize, whose test tables are elsewhere.
 */
export function applyPlainly(
  files: readonly RuleFile[],
  event: ParsedEvent,
): { kept: boolean; matched: number[] } {
  const matched: number[] = []
  let number = 0
  for (const file of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const open = file.preMatch.every(condition => holds(condition, event))
    let done = false
    for (const rule of file.rules) {
      const id = number++
      if (!open || done || !matches(rule, event)) continue
      matched.push(id)
      if (rule.drop) return { kept: false, matched }
      act(rule, event)
      done = file.firstMatchOnly
    }
  }
  return { kept: true, matched }
}

function matches(rule: Rule, event: ParsedEvent): boolean {
  const captured = capturing(rule)
  return rule.match.every(condition =>
    condition === captured ? capturesOf(condition, event) !== undefined : holds(condition, event),
  )
}

function usesCaptures({ rewrite, tag }: Rule): boolean {
  return [...Object.values(rewrite), ...Object.values(tag)].some(text => /\$\{?\d/.test(text))
}

function capturing(rule: Rule): RuleCondition | undefined {
  if (!usesCaptures(rule)) return undefined
  const has = ({ values }: RuleCondition) =>
    values.some(value => value.includes('(') && plainRegex(value, false).groupCount() > 0)
  return (
    rule.match.find(one => one.capture) ??
    rule.match.findLast(one => one.op === '=~' && has(one)) ??
    rule.match.find(one => one.op === undefined && has(one)) ??
    rule.match.findLast(one => one.op === '=~')
  )
}

function capturesOf(condition: RuleCondition, event: ParsedEvent): string[] | undefined {
  for (const value of condition.values) {
    const matcher = plainRegex(value, false).matcher(fieldText(condition.field, event))
    if (matcher.find())
      return Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? '')
  }
  return undefined
}

const numbered: Readonly<Record<string, readonly string[]>> = {
  severity: severities,
  facility: facilities,
  status: statuses,
}

function fieldText(field: string, event: ParsedEvent): string {
  const extra = /^\$\{extra:(.+)\}$/.exec(field)?.[1]
  if (extra !== undefined) return String(event.extra[extra] ?? '')
  switch (field) {
    case 'message':
    case 'host':
    case 'program':
      return event[field]
    case 'cisco_mnemonic':
      return event.mnemonic
    case 'severity':
    case 'facility':
    case 'status':
      return String(event[field])
  }
  return event.tags[field] || event.tags[field.replace(/^ut_/, '')] || ''
}

function holds({ field, op = 'eq', values }: RuleCondition, event: ParsedEvent): boolean {
  const text = fieldText(field, event)
  const names = numbered[field]
  const wildcard = (value: string) =>
    new RegExp(
      `^${value
        .replace(/[.\\+^$|()[\]{}]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')}$`,
      'su',
    ).test(text)
  const number = (value: string): number => {
    const at = names === undefined ? -1 : names.indexOf(value.toUpperCase())
    return at === -1 ? Number(value) : at
  }
  switch (op) {
    case 'eq':
      return values.some(value => {
        if (names !== undefined) return number(text) === number(value)
        return field === 'message' && value !== '' ? wildcard(`*${value}*`) : wildcard(value)
      })
    case 'ne':
      return !holds({ field, op: 'eq', values }, event)
    case '=~':
      return values.some(value => plainRegex(value, false).test(text))
    case '!~':
      return !holds({ field, op: '=~', values }, event)
    case '=*':
      return values.some(value => text.includes(value))
    case '!*':
      return !holds({ field, op: '=*', values }, event)
  }
  if (!/^-?\d+(\.\d+)?$/.test(text)) return false
  return values.some(value => {
    const difference = number(text) - number(value)
    if (op === 'gt') return difference > 0
    if (op === 'ge') return difference >= 0
    return op === 'lt' ? difference < 0 : difference <= 0
  })
}

function act(rule: Rule, event: ParsedEvent): void {
  const captured = capturing(rule)
  const captures = (captured && capturesOf(captured, event)) ?? []
  const before = { ...event }
  if (rule.retention !== undefined) event.retentionClass = rule.retention
  const filled = (template: string) =>
    template
      .replace(
        /\$(?:(\d)|\{(\d)\})/g,
        (_, plain?: string, braced?: string) => captures[Number(plain ?? braced)] ?? '',
      )
      .replaceAll('$MESSAGE', () => before.message)
      .replaceAll('$HOST', () => before.host)
      .replaceAll('$PROGRAM', () => before.program)
  for (const [field, template] of Object.entries(rule.rewrite)) {
    const value = filled(template)
    if (field === 'message' || field === 'host' || field === 'program') event[field] = value
    else if (field === 'cisco_mnemonic') event.mnemonic = value
    else if (field === 'severity' || field === 'facility' || field === 'status') event[field] = Number(value)
  }
  for (const [name, template] of Object.entries(rule.tag)) {
    const value = filled(template)
    const bare = name.replace(/^ut_/, '')
    const isBare = !Object.hasOwn(event.tags, name) && Object.hasOwn(event.tags, bare)
    if (value !== '') event.tags[isBare ? bare : name] = value
  }
}
