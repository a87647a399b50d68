import type { RuleFault } from './rule-faults.ts'

/** The fault of rule files in Lua, which are not supported. */
export const luaUnsupported: RuleFault = {
  rule: 0,
  member: '',
  message:
    'is a rule in Lua, and Lua is not supported yet; write it as YAML: conditions of match for what process(event) looks at, rewrite, tag and replace for what it sets, ' +
    'kv and tokenize for its parsers, drop: true for Result.DROP, first_match_only for Result.STOP, hc_tags for HC_TAGS',
}

/** Line starts that occur only in rules in Lua: `function process(`, `HC_TAGS = {`, `return Result.DROP`. */
const luaLineStarts =
  /^\s*(?:(?:local\s+)?function\s+(?:process|preprocess|postprocess)\s*\(|(?:HC_TAGS|SOURCE_FILTER)\s*=\s*\{|(?:process|preprocess|postprocess)\s*=\s*function\b|return\s+Result\.(?:CONTINUE|STOP|DROP)\b)/m

/** Whether the name ends as a Lua file's. */
export function isLuaName(name: string): boolean {
  return name.toLowerCase().endsWith('.lua')
}

/** The fault of an unreadable text that looks like Lua; undefined for other texts. */
export function luaFault(text: string): RuleFault | undefined {
  return luaLineStarts.test(text) ? luaUnsupported : undefined
}
