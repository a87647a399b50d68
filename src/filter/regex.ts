import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'

/**
 * People's regular expressions: RE2 syntax in linear time, found anywhere in the value, `.` matching line breaks too,
 * as the engine's own RE2 does it, so that both find the same events.
 */
export function compileRegex(pattern: string, ignoreCase: boolean): RE2JS {
  return RE2JS.compile(pattern, ignoreCase ? RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE : RE2JS.DOTALL)
}

/** Why RE2 refuses the pattern, in a few words; undefined when it takes it. */
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

/** RE2's own sentence, without the flags that compileRegex puts before the pattern. */
function describe(error: RE2JSSyntaxException): string {
  const part = error.getPattern()?.replace(/^(\(\?[is]\))+/, '')
  return part ? `${error.getDescription()}: ${part}` : error.getDescription()
}
