import { RE2JS } from 're2js'

/** The library's own matcher of an expression: the oracle of `compileRegex`, without a budget. */
export function plainRegex(pattern: string, ignoreCase: boolean): RE2JS {
  return RE2JS.compile(pattern, ignoreCase ? RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE : RE2JS.DOTALL)
}
