import type { CodedField } from '../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import type { RewritableField, Rule, RuleReplace } from '../../schema/intake/rule.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { writableTags } from '../event/blank-event.ts'
import { countFreeTags, maxMessageLength, maxTags } from '../event/event-limits.ts'
import type { FixedSlot } from '../event-index/event-index.ts'
import { expectedCodes, fieldText, findRuleField, parseCode, type RuleField } from './field.ts'
import { defaultPairs, readPairs, readTokens } from './pairs.ts'
import { RuleRegex } from './regex/regex.ts'
import type { RuleSteps } from './regex/rule-steps.ts'
import { ValueTemplate, type Variables } from './value-template.ts'

/** Maximum UTF-16 units of a tag that a rule sets. Limited, since rules may double a text repeatedly. */
const maxTagLength = 4_096

/** Receives the changes that a rule makes, since later rules may match the new values. */
export interface ChangeListener {
  field(slot: FixedSlot, value: string): void
  tag(name: string, value: string): void
}

/** Thrown if a rule cannot be applied to an event; the message says why. */
class RuleError extends Error {}

interface Replacement {
  field: RuleField
  regex: RuleRegex
  template: ValueTemplate
  firstOnly: boolean
}

/** The compiled actions of a rule, except dropping. */
export class Actions {
  readonly #rewrites: [field: RewritableField, template: ValueTemplate][]
  readonly #tags: [name: string, template: ValueTemplate][]
  readonly #retention: string | undefined
  readonly #replacements: Replacement[]
  readonly #readPairs: (message: string) => ReadonlyMap<string, string>
  /** The new values of the current event: of all rewrites, then of all tags. */
  readonly #values: string[] = []

  constructor(rule: Rule, steps: RuleSteps) {
    // Object.entries loses the key type of a partial record; the keys are its own.
    this.#rewrites = (Object.entries(rule.rewrite) as [RewritableField, string][]).map(([field, text]) => [
      field,
      new ValueTemplate(text),
    ])
    this.#tags = Object.entries(rule.tag).map(([name, text]) => [name, new ValueTemplate(text)])
    this.#retention = rule.retention
    this.#replacements = rule.replace.map(one => compileReplacement(one, steps))
    this.#readPairs = compilePairReader(rule, [
      ...this.#rewrites.map(([, template]) => template),
      ...this.#tags.map(([, template]) => template),
    ])
  }

  /**
   * Computes the new values of `rewrite` and `tag` from the unchanged event, then sets them; `replace` comes
   * last. Throws RuleError or StepsExceededError, perhaps after some of the changes.
   */
  apply(event: ParsedEvent, captures: Variables['captures'], changes: ChangeListener): void {
    if (this.#retention !== undefined) event.retentionClass = this.#retention
    const rewrites = this.#rewrites
    const tags = this.#tags
    const variables: Variables = { event, captures, pairs: this.#readPairs(event.message) }
    const values = this.#values
    values.length = 0
    for (let i = 0; i < rewrites.length; i++) values.push(rewrites[i]?.[1].fill(variables) ?? '')
    for (let i = 0; i < tags.length; i++) values.push(tags[i]?.[1].fill(variables) ?? '')
    for (let i = 0; i < rewrites.length; i++) {
      const rewrite = rewrites[i]
      if (rewrite !== undefined) setField(event, rewrite[0], values[i] ?? '', changes)
    }
    if (tags.length > 0) this.#setTags(event, changes)
    for (const replacement of this.#replacements) replace(event, replacement, changes)
  }

  /** Sets the tags to `#values`, in which the values of rewrites come first. */
  #setTags(event: ParsedEvent, changes: ChangeListener): void {
    const tags = writableTags(event)
    let free = countFreeTags(event)
    for (let i = 0; i < this.#tags.length; i++) {
      const value = this.#values[this.#rewrites.length + i] ?? ''
      const tagName = this.#tags[i]?.[0]
      if (tagName === undefined || value === '') continue
      const name = findTagName(tags, tagName)
      if (!Object.hasOwn(tags, name) && --free < 0)
        throw new RuleError(`an event has at most ${maxTags} tags`)
      const tagValue = truncateText(value, maxTagLength)
      tags[name] = tagValue
      changes.tag(name, tagValue)
    }
  }
}

/** The tag that a rule's `ut_X` means: X, unless the event has a tag `ut_X`, as in conditions and queries. */
function findTagName(tags: Record<string, string>, name: string): string {
  if (!name.startsWith('ut_') || Object.hasOwn(tags, name)) return name
  const bare = name.slice(3)
  return Object.hasOwn(tags, bare) ? bare : name
}

function compileReplacement(
  { field: name, expr, fmt, ignoreCase, firstOnly }: RuleReplace,
  steps: RuleSteps,
): Replacement {
  const field = findRuleField(name)
  if (field === undefined) throw new Error(`a checked rule has the unknown field ${name}`)
  return { field, regex: new RuleRegex(expr, ignoreCase, steps), template: new ValueTemplate(fmt), firstOnly }
}

const noPairs: ReadonlyMap<string, string> = new Map()

/** Returns a function that reads the values of all `${key}` of the templates from a message. */
function compilePairReader(
  rule: Rule,
  templates: readonly ValueTemplate[],
): (message: string) => ReadonlyMap<string, string> {
  const keys = new Set(templates.flatMap(template => template.keys))
  const { tokenize, kv = defaultPairs } = rule
  if (keys.size === 0) return () => noPairs
  return tokenize === undefined
    ? message => readPairs(message, kv, keys)
    : message => readTokens(message, tokenize)
}

function setField(event: ParsedEvent, field: RewritableField, value: string, changes: ChangeListener): void {
  switch (field) {
    case 'message':
      event.message = truncateText(value, maxMessageLength)
      changes.field('message', event.message)
      return
    case 'host':
    case 'program':
      event[field] = truncateText(value, maxNameLength)
      changes.field(field, event[field])
      return
    case 'cisco_mnemonic':
      event.mnemonic = truncateText(value, maxNameLength)
      changes.field('mnemonic', event.mnemonic)
      return
    case 'severity':
    case 'facility':
      event[field] = parseCodeOrThrow(field, value)
      changes.field(field, String(event[field]))
      return
    case 'status':
      // The index has no keys of rules on the status.
      event.status = parseCodeOrThrow(field, value)
  }
}

function parseCodeOrThrow(field: CodedField, value: string): number {
  const found = parseCode(field, value)
  if (found === undefined)
    throw new RuleError(`${field} cannot be "${value.slice(0, 100)}": expected ${expectedCodes(field)}`)
  return found
}

function replace(
  event: ParsedEvent,
  { field, regex, template, firstOnly }: Replacement,
  changes: ChangeListener,
): void {
  const text = fieldText(field, event)
  let result = ''
  let copiedTo = 0
  let isFound = false
  for (const { groups, start, end } of regex.matchAll(text)) {
    isFound = true
    result += text.slice(copiedTo, start) + template.fill({ event, captures: groups, pairs: noPairs })
    copiedTo = end
    if (firstOnly || result.length > maxMessageLength) break
  }
  if (isFound) setReplacedField(event, field, result + text.slice(copiedTo), changes)
}

/** Sets the result of a replacement. A tag that becomes '' is deleted. */
function setReplacedField(
  event: ParsedEvent,
  field: RuleField,
  value: string,
  changes: ChangeListener,
): void {
  switch (field.kind) {
    case 'message':
    case 'host':
    case 'program':
      setField(event, field.kind, value, changes)
      return
    case 'mnemonic':
      setField(event, 'cisco_mnemonic', value, changes)
      return
    case 'tag':
      for (const name of field.names) {
        if (!Object.hasOwn(event.tags, name)) continue
        if (value === '') delete writableTags(event)[name]
        else {
          const tagValue = truncateText(value, maxTagLength)
          writableTags(event)[name] = tagValue
          changes.tag(name, tagValue)
        }
        return
      }
  }
}
