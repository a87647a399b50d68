import type { StoredEvent } from '../../schema/event.ts'
import type { Predicate } from '../predicate.ts'
import { compileJudge } from './judge.ts'
import type { Verdict } from './verdict.ts'

/** Templates whose verdict is remembered for a predicate. */
const mostKnown = 4_096

/** An event of which nothing is known. */
const unknown: StoredEvent = {
  id: 0,
  ts: 0,
  last: 0,
  counter: 1,
  host: '',
  program: '',
  facility: 0,
  severity: 0,
  mnemonic: '',
  type: 0,
  status: 0,
  message: '',
  tags: {},
}

/** Predicates whose verdicts are remembered, the one that was asked last at the end: a filter is mostly asked again. */
const mostPredicates = 64

type VerdictOf = (template: string) => Verdict

const known = new WeakMap<Predicate, VerdictOf>()
const asked = new Map<string, VerdictOf>()

/**
 * What a predicate that looks at nothing but messages says of all messages of a template. Whoever asks for the same predicate shares
 * the verdicts: counts and pages of one question meet the same templates.
 */
export function templateVerdicts(predicate: Predicate): VerdictOf {
  const before = known.get(predicate)
  if (before !== undefined) return before
  const key = JSON.stringify(predicate)
  const verdictOf = asked.get(key) ?? judging(predicate)
  asked.delete(key)
  asked.set(key, verdictOf)
  for (const [oldest] of asked) {
    if (asked.size <= mostPredicates) break
    asked.delete(oldest)
  }
  known.set(predicate, verdictOf)
  return verdictOf
}

function judging(predicate: Predicate): VerdictOf {
  const judge = compileJudge(predicate)
  const verdicts = new Map<string, Verdict>()
  return template => {
    const told = verdicts.get(template)
    if (told !== undefined) return told
    const verdict = judge(unknown, template)
    if (verdicts.size >= mostKnown) verdicts.clear()
    verdicts.set(template, verdict)
    return verdict
  }
}
