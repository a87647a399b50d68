import type { RuleFault } from './rule-faults.ts'

/** What is wrong with rules in Lua. */
export const luaUnsupported: RuleFault = {
  rule: 0,
  member: '',
  message:
    'is a rule in Lua, and Lua is not supported yet; write it as YAML: conditions of match for what process(event) looks at, rewrite, tag and replace for what it sets, ' +
    'kv and tokenize for its parsers, drop: true for Result.DROP, first_match_only for Result.STOP, hc_tags for HC_TAGS',
}

/** Beginnings of lines that only rules in Lua have. */
const luaLineStarts =
  /^\s*(?:(?:local\s+)?function\s+(?:process|preprocess|postprocess)\s*\(|(?:HC_TAGS|SOURCE_FILTER)\s*=\s*\{|(?:process|preprocess|postprocess)\s*=\s*function\b|return\s+Result\.(?:CONTINUE|STOP|DROP)\b)/m

/** Whether a file is one of rules in Lua. */
export function isLuaName(name: string): boolean {
  return name.toLowerCase().endsWith('.lua')
}

/** What is wrong with a text that cannot be read as a file of rules, when it is one of rules in Lua. */
export function luaFault(text: string): RuleFault | undefined {
  return luaLineStarts.test(text) ? luaUnsupported : undefined
}
