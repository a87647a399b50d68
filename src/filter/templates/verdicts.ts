import type { StoredEvent } from '../../schema/event.ts'
import type { Predicate } from '../predicate.ts'
import { compileJudge } from './judge.ts'
import type { Verdict } from './verdict.ts'

/** Templates whose verdict is remembered for a predicate. */
const mostKnown = 8_192

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

const known = new WeakMap<Predicate, (template: string) => Verdict>()

/**
 * What a predicate that looks at nothing but messages says of all messages of a template. Whoever asks for the same predicate shares
 * the verdicts: counts and pages of one question meet the same templates.
 */
export function templateVerdicts(predicate: Predicate): (template: string) => Verdict {
  const before = known.get(predicate)
  if (before !== undefined) return before
  const judge = compileJudge(predicate)
  const verdicts = new Map<string, Verdict>()
  const verdictOf = (template: string) => {
    const told = verdicts.get(template)
    if (told !== undefined) return told
    const verdict = judge(unknown, template)
    if (verdicts.size >= mostKnown) verdicts.clear()
    verdicts.set(template, verdict)
    return verdict
  }
  known.set(predicate, verdictOf)
  return verdictOf
}
