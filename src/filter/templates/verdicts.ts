import { LRUCache } from 'lru-cache'
import type { Predicate } from '../predicate/predicate.ts'
import { emptyEvent } from './empty-event.ts'
import { compileTemplateMatcher, type Verdict } from './template-matcher.ts'

/** Maximum cached verdicts of one predicate, and of all predicates together: some 10 MB with their texts. */
const maxVerdictsPerPredicate = 4_096
const maxVerdicts = 32_768
const maxPredicates = 64

/**
 * The verdicts of one predicate on templates, each computed once: whether all messages of a template match,
 * none does, or each must be tested.
 */
export interface TemplateVerdicts {
  verdictOf(template: string): Verdict
  /** Whether the verdict is cached, so that it costs nothing. */
  has(template: string): boolean
}

interface CachedVerdicts extends TemplateVerdicts {
  verdicts: Map<string, Verdict>
}

// A verdict depends only on predicate and template, so all stores of the process share them.
const byPredicate = new WeakMap<Predicate, TemplateVerdicts>()
const byText = new LRUCache<string, CachedVerdicts>({
  max: maxPredicates,
  // Callers may still use evicted verdicts, which then start empty.
  dispose: ({ verdicts }) => verdicts.clear(),
})

/**
 * The cached verdicts of a predicate that reads only messages. Equal predicates share them, since the counts
 * and pages of one query test the same templates.
 */
export function templateVerdicts(predicate: Predicate): TemplateVerdicts {
  const cached = byPredicate.get(predicate)
  if (cached !== undefined) return cached
  // Predicates consist of texts, numbers and booleans, so equal predicates have equal JSON.
  const key = JSON.stringify(predicate)
  const verdicts = byText.get(key) ?? createVerdicts(predicate)
  byText.set(key, verdicts)
  while (countVerdicts() > maxVerdicts) byText.pop()
  byPredicate.set(predicate, verdicts)
  return verdicts
}

function createVerdicts(predicate: Predicate): CachedVerdicts {
  const match = compileTemplateMatcher(predicate)
  const verdicts = new Map<string, Verdict>()
  const verdictOf = (template: string): Verdict => {
    const cached = verdicts.get(template)
    if (cached !== undefined) return cached
    const verdict = match(emptyEvent, template)
    if (verdicts.size >= maxVerdictsPerPredicate) verdicts.clear()
    verdicts.set(template, verdict)
    return verdict
  }
  return { verdictOf, has: template => verdicts.has(template), verdicts }
}

function countVerdicts(): number {
  return [...byText.values()].reduce((sum, { verdicts }) => sum + verdicts.size, 0)
}
