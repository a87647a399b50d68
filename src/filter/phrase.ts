import type { TokenPattern } from './predicate.ts'
import { matchesWildcard } from './wildcard.ts'

/** Compiles a test whether consecutive tokens match these patterns. */
export function compilePhrase(patterns: readonly TokenPattern[]): (tokens: readonly string[]) => boolean {
  return tokens => {
    const last = tokens.length - patterns.length
    for (let start = 0; start <= last; start++) {
      if (patterns.every((pattern, i) => matchesToken(pattern, tokens[start + i] ?? ''))) return true
    }
    return false
  }
}

function matchesToken(pattern: TokenPattern, token: string): boolean {
  return pattern.wild ? matchesWildcard(pattern.text, token) : pattern.text === token
}
