import type { Predicate } from '../predicate.ts'
import { emptyEvent } from './empty-event.ts'
import { compileTemplateMatcher } from './template-matcher.ts'
import type { Verdict } from './verdict.ts'

/** Templates whose verdict is remembered for a predicate, and of all predicates together: with their texts some 10 MB at most. */
const maxVerdictsPerPredicate = 4_096
const maxVerdicts = 32_768

/** Predicates whose verdicts are remembered, the one that was asked last at the end: a filter is mostly asked again. */
const maxPredicates = 64

/** Verdicts on templates, each found out when it is asked for first. */
export interface TemplateVerdicts {
  verdictOf(template: string): Verdict
  /** Whether it is known already: then it costs nothing. */
  has(template: string): boolean
}

interface CachedVerdicts extends TemplateVerdicts {
  verdicts: Map<string, Verdict>
}

/*
 * Of the module, not of a store: a verdict hangs on the texts of a predicate and of a template alone, so it holds for whatever else there
 * is in the process.
 */
const byPredicate = new WeakMap<Predicate, TemplateVerdicts>()
const byText = new Map<string, CachedVerdicts>()

/**
 * What a predicate that looks at nothing but messages says of all messages of a template. Whoever asks for the same predicate shares
 * the verdicts: counts and pages of one question meet the same templates.
 */
export function templateVerdicts(predicate: Predicate): TemplateVerdicts {
  const before = byPredicate.get(predicate)
  if (before !== undefined) return before
  // Nothing in it but texts and truth values: what is written alike is alike.
  const key = JSON.stringify(predicate)
  const judged = byText.get(key) ?? createVerdicts(predicate)
  byText.delete(key)
  byText.set(key, judged)
  evictOldest()
  byPredicate.set(predicate, judged)
  return judged
}

function createVerdicts(predicate: Predicate): CachedVerdicts {
  const judge = compileTemplateMatcher(predicate)
  const verdicts = new Map<string, Verdict>()
  const verdictOf = (template: string): Verdict => {
    const told = verdicts.get(template)
    if (told !== undefined) return told
    const verdict = judge(emptyEvent, template)
    if (verdicts.size >= maxVerdictsPerPredicate) verdicts.clear()
    verdicts.set(template, verdict)
    return verdict
  }
  return { verdictOf, has: template => verdicts.has(template), verdicts }
}

/** Who holds verdicts that are forgotten may go on asking it: it begins anew. */
function evictOldest(): void {
  let templates = 0
  for (const { verdicts } of byText.values()) templates += verdicts.size
  for (const [oldest, { verdicts }] of byText) {
    if (byText.size <= maxPredicates && templates <= maxVerdicts) return
    templates -= verdicts.size
    verdicts.clear()
    byText.delete(oldest)
  }
}
