import { LRUCache } from 'lru-cache'
import { fold } from '../filter/words/tokens.ts'
import { coversWildcard, hasWildcard, matchesWildcard } from '../filter/words/wildcard.ts'

/** Cached lists of patterns, and cached names for each list. */
const maxLists = 20
const maxNames = 20_000
/** Cached pairs of lists: whether one covers the other. */
const maxPairs = 2_000

/** Whether a host is visible, by its name. */
type HostTest = (host: string) => boolean

/**
 * The hosts that a reader's patterns (* and ?, in any case) allow. Each name is matched once: open pages ask
 * every few seconds, and thousands of names times a hundred patterns take half a second.
 */
export class HostVisibility {
  readonly #matches: typeof matchesWildcard
  readonly #tests = new LRUCache<string, HostTest>({ max: maxLists })
  readonly #covers = new LRUCache<string, boolean>({ max: maxPairs })

  constructor(matches = matchesWildcard) {
    this.#matches = matches
  }

  /** undefined: all hosts are visible. */
  limitOf(patterns: readonly string[]): HostTest | undefined {
    return seesAll(patterns) ? undefined : this.testOf(patterns)
  }

  /**
   * Whether a reader's patterns show every host that `others` allow. False when no single pattern covers one
   * of `others`.
   */
  covers(patterns: readonly string[], others: readonly string[]): boolean {
    if (seesAll(patterns)) return true
    const key = JSON.stringify([patterns, others])
    const known = this.#covers.get(key)
    if (known !== undefined) return known
    const folded = new Set(patterns.map(fold))
    const wide = [...folded].filter(hasWildcard)
    const isCovered = others
      .map(fold)
      .every(other => folded.has(other) || wide.some(pattern => coversWildcard(pattern, other)))
    this.#covers.set(key, isCovered)
    return isCovered
  }

  /** As `covers` for the patterns of one reader; undefined: all hosts are visible. */
  coverageOf(patterns: readonly string[]): ((others: readonly string[]) => boolean) | undefined {
    return seesAll(patterns) ? undefined : others => this.covers(patterns, others)
  }

  testOf(patterns: readonly string[]): HostTest {
    if (seesAll(patterns)) return () => true
    const key = JSON.stringify(patterns)
    const test = this.#tests.get(key) ?? this.#rememberingTest(patterns.map(fold))
    this.#tests.set(key, test)
    return test
  }

  #rememberingTest(folded: readonly string[]): HostTest {
    const known = new Map<string, boolean>()
    return host => {
      let isVisible = known.get(host)
      if (isVisible === undefined) {
        const name = fold(host)
        isVisible = folded.some(pattern => this.#matches(pattern, name))
        if (known.size >= maxNames) known.clear()
        known.set(host, isVisible)
      }
      return isVisible
    }
  }
}

export function seesAll(patterns: readonly string[]): boolean {
  return patterns.includes('*')
}
