import { AutomaticFields } from '../../ingest/fields/automatic-fields.ts'
import { EventReader } from '../../ingest/http/event-reader.ts'
import { RuleSet } from '../../ingest/rules/rule-set.ts'
import { parseSyslog } from '../../ingest/syslog/parse.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import type { MessageFormat } from '../../schema/event/message-format.ts'
import { Fault } from '../../schema/fault.ts'
import type { RuleFile, RuleOutcome } from '../../schema/intake/rule.ts'
import { defaultClass } from '../../schema/store/retention.ts'

const maxLineLength = 65_536

/**
 * Applies rules to events without storing them. Events are lines of syslog, or objects as in POST /incoming,
 * with the automatic fields of these formats. Throws validation naming the event that cannot be parsed.
 */
export async function tryRules(
  files: readonly RuleFile[],
  given: readonly unknown[],
  formats: readonly MessageFormat[] = [],
): Promise<RuleOutcome[]> {
  const events = given.map(eventOf)
  const fields = new AutomaticFields(formats)
  const rules = await RuleSet.compile(files)
  // `matched` has indexes of this list: the rule set numbers the rules of all files in one sequence.
  const numberedRules = files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, rules: own }) => own.map(({ comment }, i) => ({ file: name, rule: i + 1, comment })))
  return events.map(event => {
    const matched: number[] = []
    fields.apply(event)
    const dropped = !rules.apply(event, matched)
    const { host, program, message, mnemonic, severity, facility, status, tags, retentionClass } = event
    const after = {
      host,
      program,
      message,
      cisco_mnemonic: mnemonic,
      severity,
      facility,
      status,
      user_tags: { ...tags },
      retention: retentionClass || defaultClass,
    }
    return { dropped, event: after, matched: matched.flatMap(id => numberedRules[id] ?? []) }
  })
}

function eventOf(given: unknown, index: number): ParsedEvent {
  const receivedAt = Date.now() * 1_000
  if (typeof given === 'string') {
    if (given.length > maxLineLength) {
      const fault = `Expected at most ${maxLineLength} characters.`
      throw new Fault('validation', { fields: { [`events[${index}]`]: [fault] } })
    }
    const line = Buffer.from(given)
    return parseSyslog(line, 0, line.length, { receivedAt, sender: '127.0.0.1' })
  }
  const reader = new EventReader('127.0.0.1', receivedAt)
  const event = reader.read(given, index)
  if (event !== undefined) return event
  const fields = Object.fromEntries(
    reader.faults.map(({ field, message }) => [
      field === '' ? `events[${index}]` : `events[${index}].${field}`,
      [message],
    ]),
  )
  throw new Fault('validation', { fields })
}
