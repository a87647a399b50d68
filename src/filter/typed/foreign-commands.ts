import { limits } from '../qp/tree.ts'
import type { QueryFault } from './query-fault.ts'

const name = String.raw`([\p{L}_@][\p{L}\p{N}_.@-]*)`
/**
 * Commands of other products, and the text that must follow, because most are also ordinary words: `stats` is
 * a command in `| stats count by host`, `head` in `| head 10`, `rex` in `| rex field=message`. A name that
 * the expression captures must be a field or tag of events, or begin with `_`: `| dedup host`.
 */
const commands: readonly (readonly [names: readonly string[], follows: RegExp])[] = [
  [
    ['stats', 'eventstats', 'streamstats', 'summarize'],
    /^\s+(?:count|sum|avg|min|max|dc|values|list|p\d|perc|by)\b/iu,
  ],
  [['timechart', 'chart'], /^\s+(?:span\s*=|count|avg|sum|min|max|dc|p\d)/iu],
  [['top', 'rare'], /^\s+(?:limit\s*=|\d+\s+\w)/iu],
  [['top', 'rare', 'dedup'], new RegExp(String.raw`^\s+(?:\d+\s+)?${name}(?:[\s,]|$)`, 'iu')],
  [['head', 'tail', 'take'], /^\s+\d+\s*$/u],
  [['rex', 'regex'], /^\s+(?:field\s*=|mode\s*=|"|[\w.]+\s*!?=)/iu],
  [['eval', 'extend', 'where', 'search', 'fillnull'], /^\s+[\w.@]+\s*(?:[=!<>]|in\s|like\s)/iu],
  [['rename'], /^\s+\S+\s+as\s/iu],
  [['bin', 'bucket'], /^\s+(?:span\s*=|\w+\s+span\s*=)/iu],
  [
    ['table', 'fields', 'project', 'sort'],
    new RegExp(String.raw`^\s+(?:\d+\s+)?(?:[-+]\s*)?${name}(?:[\s,]|$)`, 'iu'),
  ],
]
/** Stages of LogQL. Their names are ordinary words, so they count only after a LogQL selector. */
const stages = new Set(
  'json logfmt pattern regexp unpack decolorize unwrap line_format label_format drop keep'.split(' '),
)
/** `"disk full"` or `` `disk full` ``, also without an end. */
const quotedText = /"(?:[^"\\]|\\.)*"?|`[^`]*`?/gu
/** Maximum characters that are read after a command. */
const maxFollowing = 200

/**
 * Finds syntax of other products that is not supported: a command behind a `|` such as `| stats count by
 * host`, a metric of LogQL, or a distance of words. `isName`: whether events have a field or tag of this
 * name. Undefined if there is no such syntax.
 */
export function commandFault(text: string, isName: (name: string) => boolean): QueryFault | undefined {
  if (text.length > limits.characters) return undefined
  const isLogql = /^\s*\{/.test(text)
  // `} [5m]`, outside of quoted texts.
  const unquoted = text.replaceAll(quotedText, quoted => ' '.repeat(quoted.length))
  const metric = /\}[^{}[\]]{0,500}\[\d+[smhdw]\]/u.exec(unquoted)
  if (metric) return faultAt(text, metric.index, 'words or a filter, not a metric of LogQL,')
  // Quoted texts, which are skipped, and names behind a `|`.
  for (const { 0: written, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|`[^`]*`?|\|\s*([a-z_]+)/giu)) {
    if (!written.startsWith('|')) continue
    const command = written.slice(1).trim().toLowerCase()
    const [following = ''] = text
      .slice(index + written.length, index + written.length + maxFollowing)
      .split('|')
    const isCommand = commands.some(([names, follows]) => {
      const [found, named] = (names.includes(command) && follows.exec(following)) || []
      return found !== undefined && (named === undefined || isName(named) || named.startsWith('_'))
    })
    if (isCommand || (isLogql && stages.has(command)))
      return faultAt(text, index, `words or a filter, not the command "${command}" of another product,`)
  }
  // `"disk full"~5`
  const distance = /"~\d+(?=[\s)]|$)/u.exec(text)
  return distance ? faultAt(text, distance.index + 1, 'no distance of words,') : undefined
}

function faultAt(text: string, at: number, expected: string): QueryFault {
  return { before: text.slice(0, at), character: text.charAt(at), expected }
}
