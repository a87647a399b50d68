import { readRuleFile } from '../../ingest/rules/read-file.ts'
import { RuleSet } from '../../ingest/rules/rule-set.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'

/** The name of the variable for the number of occurrences, as rules write it: `${extra:COUNTER}`. */
const counterVariable = /\$COUNTER\b/g

/** Reads the rules of a forwarder. Throws validation, with paths such as `rules[0].match`. */
export function readForwarderRules(rules: readonly unknown[]): RuleFile | undefined {
  if (rules.length === 0) return undefined
  const read = readRuleFile('forwarder', { rewrite_rules: rules.map(withCounter) })
  if ('file' in read) return read.file
  const fields: Record<string, string[]> = {}
  for (const { rule, member, message } of read.faults) {
    const place = `rules${rule === 0 ? '' : `[${rule - 1}]`}${member === '' ? '' : `.${member}`}`
    fields[place] = [...(fields[place] ?? []), message]
  }
  throw new Fault('validation', { fields })
}

/** Replaces $COUNTER in all texts of a rule by the form that rules know for extra data of an event. */
function withCounter(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(counterVariable, '$${extra:COUNTER}')
  if (Array.isArray(value)) return value.map(withCounter)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withCounter(member)]))
}

/** The rules of a forwarder, which change events on their way out and may drop them. */
export class EventRules {
  readonly #rules: RuleSet

  private constructor(rules: RuleSet) {
    this.#rules = rules
  }

  /** `rules`: valid, as the forwarder has them. Undefined without rules. */
  static async compile(rules: readonly unknown[]): Promise<EventRules | undefined> {
    const file = readForwarderRules(rules)
    return file === undefined ? undefined : new EventRules(await RuleSet.compile([file]))
  }

  /** Applies the rules. Returns the changed event; undefined if a rule drops it. */
  apply(event: OutgoingEvent): OutgoingEvent | undefined {
    const { id, ts, last, counter, ...content } = event
    const parsed: ParsedEvent = {
      ...content,
      ts,
      type: 1,
      tags: { ...content.tags },
      extra: { COUNTER: counter },
    }
    if (!this.#rules.apply(parsed)) return undefined
    const { host, program, facility, severity, mnemonic, message, status, tags } = parsed
    return { host, program, facility, severity, mnemonic, message, status, tags, id, ts, last, counter }
  }
}
