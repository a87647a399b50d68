import type { ParsedEvent } from '../../../schema/event/event.ts'
import type { RuleFile } from '../../../schema/intake/rule.ts'
import { readRuleFile } from '../read-file.ts'
import { formatFileFault } from '../rule-faults.ts'
import { RuleSet } from '../rule-set.ts'

/** An event as receivers build it. */
export function eventOf(members: Partial<ParsedEvent> = {}): ParsedEvent {
  return {
    ts: 1_767_225_600_000_000,
    host: 'host-1',
    program: 'prog',
    facility: 16,
    severity: 6,
    mnemonic: '',
    message: 'a message',
    type: 1,
    status: 0,
    tags: {},
    extra: {},
    ...members,
  }
}

/** The file of this content; throws an Error with all its faults. */
export function fileOf(content: unknown, name = 'test.yaml'): RuleFile {
  const read = readRuleFile(name, content)
  if ('file' in read) return read.file
  throw new Error(read.faults.map(fault => formatFileFault(name, fault)).join('\n'))
}

/** The rules of one file, compiled. */
export function rulesOf(...rules: unknown[]): Promise<RuleSet> {
  return RuleSet.compile([fileOf({ rewrite_rules: rules })])
}
