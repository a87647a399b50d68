import { quoteRegex } from '../regex/quote-regex.ts'
import { type InlineCondition, matchAt } from './inline-conditions.ts'

// A string in quotation marks or backticks (\x60).
const string = String.raw`"(?:[^"\\\n]|\\.)*"|\x60[^\x60\n]*\x60`
const label = new RegExp(String.raw`\s*([a-z_]\w*)\s*(=~|!~|!=|=)\s*(${string})\s*(,|\})`, 'iuy')
const lineFilter = new RegExp(String.raw`\s*(\|=|!=|\|~|!~)\s*(${string})`, 'uy')
const alternative = new RegExp(String.raw`\s+or\s+(${string})`, 'uy')
const labelOperators = { '=': 'eq', '!=': 'ne', '=~': '=~', '!~': '!~' } as const
const lineOperators = { '|=': '=~', '!=': '!~', '|~': '=~', '!~': '!~' } as const
/** Maximum conditions. A text with more labels is not read; further line filters are left as text. */
const maxConditions = 50

/**
 * Reads a text of LogQL that selects lines, such as `{app="nginx", level=~"err|warn"} |= "timeout"`, as
 * conditions that all must hold. `end`: where the first part begins that is no condition. Undefined for texts
 * that do not begin with labels.
 */
export function readLogqlSelector(text: string): { conditions: InlineCondition[]; end: number } | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  const conditions: InlineCondition[] = []
  let at = text.indexOf('{') + 1
  for (let isOpen = true; isOpen; ) {
    const [written, name = '', sign = '=', value = '', end] = matchAt(label, text, at) ?? []
    if (written === undefined || conditions.length >= maxConditions) return undefined
    // The pattern has these signs only.
    const op = labelOperators[sign as keyof typeof labelOperators]
    const isExpression = op === '=~' || op === '!~'
    conditions.push(condition(written, name, op, unquoted(value), isExpression))
    at += written.length
    isOpen = end === ','
  }
  for (;;) {
    const [written, sign = '|=', value = ''] = matchAt(lineFilter, text, at) ?? []
    if (written === undefined || conditions.length >= maxConditions) break
    // The pattern has these signs only.
    const op = lineOperators[sign as keyof typeof lineOperators]
    const isText = sign === '|=' || sign === '!='
    at += written.length
    const values = [unquoted(value)]
    for (;;) {
      const [more, other = ''] = matchAt(alternative, text, at) ?? []
      if (more === undefined) break
      values.push(unquoted(other))
      at += more.length
    }
    // The empty text is in every line: it selects all, or none.
    const isInAll = values.includes('')
    const expression = isInAll ? '.*' : values.map(each => (isText ? quoteRegex(each) : each)).join('|')
    if (!isInAll || op === '!~') conditions.push(condition(written, 'message', op, expression, false))
  }
  return { conditions, end: at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0) }
}

function condition(
  written: string,
  name: string,
  op: InlineCondition['op'],
  value: string,
  isWholeValue: boolean,
): InlineCondition {
  return {
    written: written.trim(),
    // Not used: the whole search is one filter term.
    start: 0,
    end: 0,
    name,
    op,
    values: [value],
    isSpaced: false,
    isWholeValue,
  }
}

/** The content of a string. Within quotation marks, `\"` and `\\` stand for the second character. */
function unquoted(text: string): string {
  const content = text.slice(1, -1)
  return text.startsWith('`') ? content : content.replaceAll(/\\([\\"])/g, '$1')
}
