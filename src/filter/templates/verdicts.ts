import type { Predicate } from '../predicate.ts'
import { compileJudge } from './judge.ts'
import { unknownEvent } from './unknown-event.ts'
import type { Verdict } from './verdict.ts'

/** Templates whose verdict is remembered for a predicate, and of all predicates together: with their texts some 10 MB at most. */
const mostKnown = 4_096
const mostInAll = 32_768

/** Predicates whose verdicts are remembered, the one that was asked last at the end: a filter is mostly asked again. */
const mostPredicates = 64

/** Verdicts on templates, each found out when it is asked for first. */
export interface TemplateVerdicts {
  verdictOf(template: string): Verdict
  /** Whether it is known already: then it costs nothing. */
  knows(template: string): boolean
}

interface Judged extends TemplateVerdicts {
  verdicts: Map<string, Verdict>
}

/*
 * Of the module, not of a store: a verdict hangs on the texts of a predicate and of a template alone, so it holds for whatever else there
 * is in the process.
 */
const known = new WeakMap<Predicate, TemplateVerdicts>()
const asked = new Map<string, Judged>()

/**
 * What a predicate that looks at nothing but messages says of all messages of a template. Whoever asks for the same predicate shares
 * the verdicts: counts and pages of one question meet the same templates.
 */
export function templateVerdicts(predicate: Predicate): TemplateVerdicts {
  const before = known.get(predicate)
  if (before !== undefined) return before
  // Nothing in it but texts and truth values: what is written alike is alike.
  const key = JSON.stringify(predicate)
  const judged = asked.get(key) ?? judging(predicate)
  asked.delete(key)
  asked.set(key, judged)
  forgetOldest()
  known.set(predicate, judged)
  return judged
}

function judging(predicate: Predicate): Judged {
  const judge = compileJudge(predicate)
  const verdicts = new Map<string, Verdict>()
  const verdictOf = (template: string): Verdict => {
    const told = verdicts.get(template)
    if (told !== undefined) return told
    const verdict = judge(unknownEvent, template)
    if (verdicts.size >= mostKnown) verdicts.clear()
    verdicts.set(template, verdict)
    return verdict
  }
  return { verdictOf, knows: template => verdicts.has(template), verdicts }
}

/** Who holds verdicts that are forgotten may go on asking it: it begins anew. */
function forgetOldest(): void {
  let templates = 0
  for (const { verdicts } of asked.values()) templates += verdicts.size
  for (const [oldest, { verdicts }] of asked) {
    if (asked.size <= mostPredicates && templates <= mostInAll) return
    templates -= verdicts.size
    verdicts.clear()
    asked.delete(oldest)
  }
}
