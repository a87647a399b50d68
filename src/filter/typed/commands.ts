import type { QueryFault } from './query-fault.ts'

const word = String.raw`[\p{L}_@][\p{L}\p{N}_.@-]*`
/** Commands of other products, and the text that must follow, because each is also an ordinary word. */
const commands: readonly (readonly [names: string, follows: string])[] = [
  ['stats|eventstats|streamstats|summarize', String.raw`\s+\S+`],
  ['timechart|chart', String.raw`\s+(?:span\s*=|count|avg|sum|min|max|dc|p\d\d)`],
  ['top|rare', String.raw`\s+(?:limit\s*=\s*)?(?:\d+\s+)?${word}\s*(?:by\s|,|\||$)`],
  ['head|tail|limit|take', String.raw`\s+\d+\s*(?:\||$)`],
  ['dedup|rex|spath|mvexpand|rename|transaction', String.raw`\s+\S+`],
  ['eval|extend', String.raw`\s+${word}\s*=`],
  ['where', String.raw`\s+${word}\s*(?:[=!<>]|in\s|like\s)`],
  ['table|fields|project', String.raw`\s+[-+]?\s*${word}\s*(?:,|\||$)`],
  ['sort|order by', String.raw`\s+(?:[-+]\s*)?${word}\s*(?:,|\||$|desc|asc)`],
  ['json|logfmt|unpack|decolorize', String.raw`\s*(?:\||$)`],
  ['pattern|regexp|line_format|label_format|unwrap', String.raw`\s+\S+`],
]
const command = new RegExp(
  `"[^"]*"?|\\|\\s*(?:${commands.map(([names, follows]) => `(?:${names})(?=${follows})`).join('|')})`,
  'giu',
)

/**
 * Finds a command of another product behind a `|`, such as `| stats count by host`, which is no alternative
 * of words. Undefined if there is none.
 */
export function commandFault(text: string): QueryFault | undefined {
  for (const { 0: written, index } of text.matchAll(command)) {
    if (written.startsWith('"')) continue
    const name = written.slice(1).trim()
    return {
      before: text.slice(0, index),
      at: '|',
      expected: `words or a filter, not the command "${name}" of another product,`,
    }
  }
  return undefined
}
