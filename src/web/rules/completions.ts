import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { rewritableFields } from '../../schema/intake/rule.ts'
import { ruleTexts } from '../texts/settings/rules.ts'

const members = Object.entries(ruleTexts.members).map(([label, detail]) => ({
  label,
  detail,
  type: 'property',
  apply: `${label}: `,
}))
const ops = Object.entries(ruleTexts.ops).map(([label, detail]) => ({ label, detail, type: 'operator' }))
const fields = [...rewritableFields, '${extra:'].map(label => ({ label, type: 'variable' }))

/** Completes members where a key may stand, operators after `op:`, fields after `field:`. */
export function completeRules(tagNames: () => readonly string[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const op = context.matchBefore(/\bop:\s*[!=~*a-z]*/)
    if (op) return { from: op.from + (/^op:\s*/.exec(op.text)?.[0].length ?? 0), options: ops, filter: false }
    const field = context.matchBefore(/\bfield:\s*[\w.${:]*/)
    if (field) {
      const options = [...fields, ...tagNames().map(label => ({ label, type: 'variable' }))]
      return { from: field.from + (/^field:\s*/.exec(field.text)?.[0].length ?? 0), options }
    }
    const key = context.matchBefore(/(?:^\s*(?:- )*|[{,]\s*)["']?[a-z_]*/)
    const word = context.matchBefore(/[a-z_]+/)
    if (!key || (!word && !context.explicit)) return null
    return { from: word?.from ?? context.pos, options: members }
  }
}
