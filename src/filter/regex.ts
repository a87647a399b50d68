import { LRUCache } from 'lru-cache'
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'

/** Cached, since a filter is checked twice and then compiled, which takes milliseconds for the longest patterns. */
const programs = new LRUCache<string, RE2JS>({ max: 64 })

/**
 * Compiles a user's regular expression: RE2 syntax in linear time, found anywhere in the value, `.` also matches line breaks.
 * The engine's own RE2 does the same, so that both find the same events.
 */
export function compileRegex(pattern: string, ignoreCase: boolean): RE2JS {
  const key = `${ignoreCase ? 'i' : ''} ${pattern}`
  let regex = programs.get(key)
  if (regex === undefined) {
    regex = RE2JS.compile(pattern, ignoreCase ? RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE : RE2JS.DOTALL)
    programs.set(key, regex)
  }
  return regex
}

/** RE2's error for the pattern; undefined for a valid one. */
export function regexFault(pattern: string, ignoreCase: boolean): string | undefined {
  try {
    compileRegex(pattern, ignoreCase)
    return undefined
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return describe(error)
    if (error instanceof RE2JSException) return error.message
    throw error
  }
}

/** RE2's message, without the flags that compileRegex adds to the pattern. */
function describe(error: RE2JSSyntaxException): string {
  const part = error.getPattern()?.replace(/^(\(\?[is]\))+/, '')
  return part ? `${error.getDescription()}: ${part}` : error.getDescription()
}
