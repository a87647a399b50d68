import { LRUCache } from 'lru-cache'
import { fold } from '../filter/words/tokens.ts'
import { coversWildcard, hasWildcard, matchesWildcard } from '../filter/words/wildcard.ts'

/** Maximum cached lists of patterns, and maximum cached names per list. */
const maxLists = 20
const maxNames = 20_000
/** Maximum cached pairs of lists, with whether one covers the other. */
const maxPairs = 2_000

/** Whether a reader may see the host of this name. */
type HostTest = (host: string) => boolean

/**
 * Decides which hosts a reader's patterns (* and ?, ignoring case) allow. Caches decisions by name: open
 * pages ask every few seconds, and matching thousands of names with a hundred patterns takes half a second.
 */
export class HostVisibility {
  readonly #matches: typeof matchesWildcard
  /** Tests by the JSON of their patterns. */
  readonly #tests = new LRUCache<string, HostTest>({ max: maxLists })
  /** Answers of `covers` by the JSON of both lists. */
  readonly #covers = new LRUCache<string, boolean>({ max: maxPairs })

  /** `matches`: whether a pattern matches a name, both folded. Tests count its calls. */
  constructor(matches = matchesWildcard) {
    this.#matches = matches
  }

  /** The test of host names for these patterns; undefined if they allow all. */
  limitOf(patterns: readonly string[]): HostTest | undefined {
    return seesAll(patterns) ? undefined : this.testOf(patterns)
  }

  /** Whether the patterns allow all hosts that `others` allow: one pattern must cover each of `others`. */
  covers(patterns: readonly string[], others: readonly string[]): boolean {
    if (seesAll(patterns)) return true
    const key = JSON.stringify([patterns, others])
    const cached = this.#covers.get(key)
    if (cached !== undefined) return cached
    const folded = new Set(patterns.map(fold))
    const wildcards = [...folded].filter(hasWildcard)
    const isCovered = others
      .map(fold)
      .every(other => folded.has(other) || wildcards.some(pattern => coversWildcard(pattern, other)))
    this.#covers.set(key, isCovered)
    return isCovered
  }

  /** `covers` for the patterns of one reader; undefined if they allow all hosts. */
  coverageOf(patterns: readonly string[]): ((others: readonly string[]) => boolean) | undefined {
    return seesAll(patterns) ? undefined : others => this.covers(patterns, others)
  }

  /** Like `limitOf`, but returns a test for patterns that allow all hosts too. */
  testOf(patterns: readonly string[]): HostTest {
    if (seesAll(patterns)) return () => true
    const key = JSON.stringify(patterns)
    const test = this.#tests.get(key) ?? this.#cachingTest(patterns.map(fold))
    this.#tests.set(key, test)
    return test
  }

  #cachingTest(folded: readonly string[]): HostTest {
    const visibleByHost = new Map<string, boolean>()
    return host => {
      let isVisible = visibleByHost.get(host)
      if (isVisible === undefined) {
        const name = fold(host)
        isVisible = folded.some(pattern => this.#matches(pattern, name))
        if (visibleByHost.size >= maxNames) visibleByHost.clear()
        visibleByHost.set(host, isVisible)
      }
      return isVisible
    }
  }
}

/** Whether the patterns allow all hosts. */
export function seesAll(patterns: readonly string[]): boolean {
  return patterns.includes('*')
}
