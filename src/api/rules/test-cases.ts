import { type RuleFile, type RuleOutcome, ruleFields } from '../../schema/intake/rule.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { tryRules } from './trial.ts'

/** A test case: an event, and the expected result of the rules. */
export interface TestCase {
  /** A line of syslog, or an event as in POST /incoming. */
  event: unknown
  /** Expected members. user_tags by name, with null for a tag that must not exist; `dropped: true`. */
  expect: Record<string, unknown>
}

/** Result of a test case, with a line per difference. */
export interface TestResult {
  /** Counts from 1. */
  number: number
  differences: string[]
}

const expectedMembers: readonly string[] = [...ruleFields, 'user_tags', 'dropped']

/** Reads `TEST_CASES`, a list of `event` and `expect`. Throws an Error that names the path of a fault. */
export function readTestCases(content: unknown): TestCase[] {
  const list = isObject(content) ? content.TEST_CASES : undefined
  if (!Array.isArray(list)) throw new Error('expected TEST_CASES, a list of event and expect')
  return list.map((testCase: unknown, i) => {
    const path = `TEST_CASES[${i}]`
    if (!isObject(testCase) || testCase.event === undefined || !isObject(testCase.expect))
      throw new Error(`${path}: expected an object with event and expect`)
    for (const name of Object.keys(testCase.expect)) {
      if (!expectedMembers.includes(name))
        throw new Error(`${path}.expect.${name}: expected one of ${expectedMembers.join(', ')}`)
    }
    if (testCase.expect.user_tags !== undefined && !isObject(testCase.expect.user_tags))
      throw new Error(`${path}.expect.user_tags: expected an object of tags`)
    return { event: testCase.event, expect: testCase.expect }
  })
}

/** Runs the rules on the cases. Throws validation for an event that cannot be parsed. */
export async function runTestCases(
  files: readonly RuleFile[],
  cases: readonly TestCase[],
): Promise<TestResult[]> {
  const outcomes = await tryRules(
    files,
    cases.map(({ event }) => event),
  )
  return cases.map(({ expect }, i) => {
    const outcome = outcomes[i]
    return { number: i + 1, differences: outcome === undefined ? [] : differences(expect, outcome) }
  })
}

function differences(expect: Record<string, unknown>, { dropped, event }: RuleOutcome): string[] {
  const found: string[] = []
  const compare = (name: string, wanted: unknown, actual: unknown): void => {
    if (wanted !== actual)
      found.push(`${name}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(actual)}`)
  }
  compare('dropped', expect.dropped ?? false, dropped)
  for (const name of ruleFields) if (expect[name] !== undefined) compare(name, expect[name], event[name])
  const tags = isObject(expect.user_tags) ? expect.user_tags : {}
  for (const [name, wanted] of Object.entries(tags))
    compare(`user_tags.${name}`, wanted, event.user_tags[name] ?? null)
  return found
}
