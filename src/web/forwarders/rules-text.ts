import { stringify } from 'yaml'
import { isObject } from '../../schema/text/json-object.ts'
import { readYaml, YamlError } from '../../schema/text/yaml-text.ts'
import { ApiError } from '../api/http/api-error.ts'
import { faultText } from '../components/forms/fault-text.ts'
import { forwarderTexts } from '../texts/settings/forwarders.ts'

const { form: texts } = forwarderTexts
/** Longer rules are refused before they are parsed. */
const maxCharacters = 256 * 1024

/** Rules as YAML; empty without rules. */
export function rulesText(rules: readonly object[]): string {
  return rules.length === 0 ? '' : stringify(rules)
}

/**
 * Rules in YAML or JSON: a list, or a rule file with `rewrite_rules`. Throws an ApiError for the field
 * `rules` if the text is neither.
 */
export function readRules(text: string): object[] {
  if (text.trim() === '') return []
  const content = parse(text)
  const rules = isObject(content) ? content.rewrite_rules : content
  if (!Array.isArray(rules) || !rules.every(isObject)) throw rulesError(texts.notList)
  return rules
}

function parse(text: string): unknown {
  try {
    return readYaml(text, maxCharacters).content
  } catch (error) {
    throw error instanceof YamlError ? rulesError(error.message) : error
  }
}

function rulesError(message: string): ApiError {
  return new ApiError(400, 'validation', message, { fields: { rules: [message] } })
}

/** Why the rules were refused, with the number of each refused rule; undefined if they were not. */
export function rulesFault(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const messages = Object.entries(error.fields).flatMap(([path, messages]) => {
    // `rules`, `rules[2]`, `rules[2].match.field`
    const match = /^rules(?:\[(\d+)\])?(?:\.(.*))?$/.exec(path)
    if (match === null) return []
    const [, index, member = ''] = match
    if (index === undefined) return messages
    return messages.map(message => texts.ruleFault(Number(index) + 1, member, message))
  })
  return messages.length === 0 ? undefined : faultText(messages)
}
