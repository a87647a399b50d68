import type { MatchGroups } from '../../filter/regex/regex-match.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { fieldText } from './field.ts'

/** The values that the variables of a rule have for one event. */
export interface Variables {
  event: ParsedEvent
  /** Captures of the condition that findCaptureCondition chooses. */
  captures: MatchGroups
  /** Values that `kv` or `tokenize` read from the message. */
  pairs: ReadonlyMap<string, string>
}

/** A literal text or a variable of a template. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'capture'; number: number }
  | { kind: 'pair'; key: string }
  | { kind: 'extra'; path: string; steps: readonly string[] }
  | { kind: 'message' | 'host' | 'program' }

const variable =
  /\$(?:(\d{1,2})|\{(\d{1,2})\}|\{extra:([^{}]+)\}|\{([^{}:]+)\}|(MESSAGE|HOST|PROGRAM)(?![A-Za-z0-9_]))/g
const variableFields = { MESSAGE: 'message', HOST: 'host', PROGRAM: 'program' } as const

/**
 * A text with variables: captures `$1` to `$99` (`${1}` before a digit), `$0` for the whole match, `${key}`
 * of kv or tokenize, `${extra:path}`, `$MESSAGE`, `$HOST`, `$PROGRAM`. Any other `$` is literal. Missing
 * values are ''.
 */
export class ValueTemplate {
  readonly parts: readonly TemplatePart[]
  /** The text, if there are no variables. */
  readonly #fixed: string | undefined

  constructor(source: string) {
    this.parts = parse(source)
    const [only] = this.parts
    if (only === undefined) this.#fixed = ''
    else if (this.parts.length === 1 && only.kind === 'text') this.#fixed = only.text
  }

  /** The highest capture that the text uses; 0 is the whole match, -1 none. */
  get highestCapture(): number {
    return Math.max(-1, ...this.parts.map(part => (part.kind === 'capture' ? part.number : -1)))
  }

  /** The keys of its `${key}`. */
  get keys(): string[] {
    return this.parts.flatMap(part => (part.kind === 'pair' ? [part.key] : []))
  }

  /** The text with the values of its variables. */
  fill(variables: Variables): string {
    if (this.#fixed !== undefined) return this.#fixed
    let text = ''
    for (const part of this.parts) text += fillPart(part, variables)
    return text
  }
}

function fillPart(part: TemplatePart, { event, captures, pairs }: Variables): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'capture':
      return captures[part.number] ?? ''
    case 'pair':
      return pairs.get(part.key) ?? ''
    default:
      return fieldText(part, event)
  }
}

function parse(source: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const found of source.matchAll(variable)) {
    const [text, plain, braced, path, key, name] = found
    const number = plain ?? braced
    if (found.index > end) parts.push({ kind: 'text', text: source.slice(end, found.index) })
    end = found.index + text.length
    if (number !== undefined) parts.push({ kind: 'capture', number: Number(number) })
    else if (path !== undefined) parts.push({ kind: 'extra', path, steps: path.split('.') })
    else if (key !== undefined) parts.push({ kind: 'pair', key })
    // The pattern matches only these names.
    else parts.push({ kind: variableFields[name as keyof typeof variableFields] })
  }
  if (end < source.length) parts.push({ kind: 'text', text: source.slice(end) })
  return parts
}
