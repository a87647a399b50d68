/** A part of a template: text, or an action whose value is written. */
export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'write'; value: TemplateValue }
  | { kind: 'if' | 'with'; condition: TemplateValue; body: TemplateNode[]; otherwise: TemplateNode[] }

/** An expression whose value is written or tested. */
export type TemplateValue =
  | { kind: 'literal'; value: string | bigint | number | boolean }
  | { kind: 'field'; name: string }
  /** The value of the surrounding `with`. */
  | { kind: 'dot' }
  | { kind: 'call'; name: string; of: TemplateValue[] }

/** A template is invalid, or not in the supported subset. */
export class TemplateError extends Error {
  override name = 'TemplateError' as const
}

/** `"a"`, `-1.5`, `.label`, `.`, `ToLower`, or one of `( ) |`. */
const token =
  /\s*(?:("(?:\\.|[^"\\\n])*"|`[^`]*`)|(-?\d+(?:\.\d+)?(?![\w.]))|\.([\p{L}_][\p{L}\p{Nd}_]*)|(\.)(?![\w])|([\p{L}_][\p{L}\p{Nd}_]*)|([()|]))/uy

/** Maximum nesting of actions and parentheses. */
const maxDepth = 20

/** Parses the text of a Go template. Throws a TemplateError. */
export function parseTemplate(text: string): TemplateNode[] {
  return new TemplateParser(text).parse()
}

class TemplateParser {
  readonly #text: string
  #at = 0
  /** Whether the last action trims the white space after it. */
  #trims = false
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): TemplateNode[] {
    const { nodes, end } = this.#nodes()
    if (end !== '') throw new TemplateError(`unexpected {{${end}}}`)
    return nodes
  }

  /** Reads nodes up to `{{end}}`, `{{else …}}` or the end of the template. `end`: that action, or ''. */
  #nodes(): { nodes: TemplateNode[]; end: string } {
    if (++this.#depth > maxDepth) throw new TemplateError(`expected at most ${maxDepth} nested actions`)
    const nodes: TemplateNode[] = []
    for (;;) {
      const open = this.#text.indexOf('{{', this.#at)
      const raw = this.#text.slice(this.#at, open === -1 ? undefined : open)
      const text = this.#trims ? trimmed(raw, 'left') : raw
      this.#trims = false
      if (open === -1) {
        this.#at = this.#text.length
        this.#depth--
        return { nodes: [...nodes, { kind: 'text', text }], end: '' }
      }
      const { content, trimsLeft, trimsRight, next } = actionAt(this.#text, open)
      nodes.push({ kind: 'text', text: trimsLeft ? trimmed(text, 'right') : text })
      this.#at = next
      this.#trims = trimsRight
      if (content.startsWith('/*')) continue
      const [, keyword, condition = ''] = /^(if|with|else|end)(?![\w.])(.*)$/s.exec(content) ?? []
      if (keyword === 'else' || keyword === 'end') {
        this.#depth--
        return { nodes, end: content }
      }
      if (keyword === 'if' || keyword === 'with') nodes.push(this.#branch(keyword, condition))
      else nodes.push({ kind: 'write', value: parsePipeline(content) })
    }
  }

  #branch(kind: 'if' | 'with', condition: string): TemplateNode {
    const value = parsePipeline(condition)
    const body = this.#nodes()
    if (body.end === 'end') return { kind, condition: value, body: body.nodes, otherwise: [] }
    const [, chained] = /^else\s+if(?![\w.])(.*)$/s.exec(body.end) ?? []
    if (chained !== undefined)
      return { kind, condition: value, body: body.nodes, otherwise: [this.#branch('if', chained)] }
    if (body.end !== 'else')
      throw new TemplateError(body.end === '' ? 'unexpected EOF' : `unexpected {{${body.end}}}`)
    const otherwise = this.#nodes()
    if (otherwise.end !== 'end')
      throw new TemplateError(
        otherwise.end === '' ? 'unexpected EOF' : `expected end; found {{${otherwise.end}}}`,
      )
    return { kind, condition: value, body: body.nodes, otherwise: otherwise.nodes }
  }
}

interface Action {
  content: string
  trimsLeft: boolean
  trimsRight: boolean
  /** Index after the action. */
  next: number
}

/** Reads the action that begins at an index. */
function actionAt(text: string, open: number): Action {
  const trimsLeft = /^-\s/.test(text.slice(open + 2, open + 4))
  let at = open + (trimsLeft ? 3 : 2)
  const begin = at
  while (!text.startsWith('}}', at)) {
    const character = text.charAt(at)
    const isComment = text.startsWith('/*', at) && text.slice(begin, at).trim() === ''
    const close = isComment ? '*/' : character
    if (isComment || character === '`') at = indexAfter(text, close, at + close.length)
    else if (character === '"') at = indexAfterString(text, at)
    else at++
    if (at > text.length) throw new TemplateError('unclosed action')
  }
  const body = text.slice(begin, at)
  const trimsRight = /\s-$/.test(body.slice(-2))
  return { content: (trimsRight ? body.slice(0, -1) : body).trim(), trimsLeft, trimsRight, next: at + 2 }
}

/** Index after the next `sign`; beyond the text if there is none. */
function indexAfter(text: string, sign: string, from: number): number {
  const index = text.indexOf(sign, from)
  return index === -1 ? text.length + 1 : index + sign.length
}

/** Index after the quoted string that begins at `from`; beyond the text if it does not end. */
function indexAfterString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === '"') return at + 1
  }
  return text.length + 1
}

/** Removes white space, as Go's templates define it, on one side. */
function trimmed(text: string, side: 'left' | 'right'): string {
  const isSpace = (index: number) => ' \t\r\n'.includes(text.charAt(index))
  let begin = 0
  let end = text.length
  if (side === 'left') while (begin < end && isSpace(begin)) begin++
  else while (end > begin && isSpace(end - 1)) end--
  return text.slice(begin, end)
}

const refusedWords: ReadonlySet<string> = new Set([
  'range',
  'define',
  'template',
  'block',
  'break',
  'continue',
])

/** Parses `a b | c`: the value of a command is the last argument of the next one. */
function parsePipeline(text: string): TemplateValue {
  const tokens = tokensOf(text)
  const [value, next] = pipelineAt(tokens, 0, 0)
  if (next !== tokens.length) throw new TemplateError(`unexpected ")" in ${text.trim()}`)
  return value
}

type TemplateToken = TemplateValue | { kind: 'name'; name: string } | { kind: 'sign'; sign: string }

function tokensOf(text: string): TemplateToken[] {
  const tokens: TemplateToken[] = []
  const end = text.trimEnd().length
  let at = 0
  while (at < end) {
    token.lastIndex = at
    const [matched, quoted, number, field, dot, name, sign] = token.exec(text) ?? []
    if (matched === undefined)
      throw new TemplateError(
        `${JSON.stringify(text.slice(at).trim().slice(0, 20))} is not supported in a template`,
      )
    at += matched.length
    if (quoted !== undefined) tokens.push({ kind: 'literal', value: unquote(quoted) })
    else if (number !== undefined) tokens.push({ kind: 'literal', value: numberOf(number) })
    else if (field !== undefined) {
      if (text.charAt(at) === '.') throw new TemplateError('fields of fields are not supported in a template')
      tokens.push({ kind: 'field', name: field })
    } else if (dot !== undefined) tokens.push({ kind: 'dot' })
    else if (sign !== undefined) tokens.push({ kind: 'sign', sign })
    else if (name === 'true' || name === 'false') tokens.push({ kind: 'literal', value: name === 'true' })
    else if (name !== undefined) tokens.push({ kind: 'name', name })
  }
  return tokens
}

/** A float, or an integer of 64 bits as Go's. */
function numberOf(number: string): number | bigint {
  if (number.includes('.')) return Number(number)
  const integer = BigInt(number)
  if (BigInt.asIntN(64, integer) !== integer) throw new TemplateError(`integer overflow: "${number}"`)
  return integer
}

/** Parses the pipeline that begins at an index. Returns its value, and the index of the token after it. */
function pipelineAt(tokens: readonly TemplateToken[], from: number, depth: number): [TemplateValue, number] {
  if (depth > maxDepth) throw new TemplateError(`expected at most ${maxDepth} nested parentheses`)
  let at = from
  /** The value of the command before a `|`. */
  let piped: TemplateValue | undefined
  for (;;) {
    const first = tokens[at]
    if (first === undefined) throw new TemplateError('missing value for command')
    // A name at the start of a command is a function, which takes the values after it.
    const call = first.kind === 'name' ? first.name : undefined
    if (call !== undefined) {
      if (refusedWords.has(call)) throw new TemplateError(`{{${call}}} is not supported in a template`)
      at++
    }
    const values: TemplateValue[] = []
    for (let next = tokens[at]; next !== undefined && !isSign(next, ')', '|'); next = tokens[at]) {
      if (isSign(next, '(')) {
        const [value, closeAt] = pipelineAt(tokens, at + 1, depth + 1)
        if (tokens[closeAt] === undefined) throw new TemplateError('unclosed left paren')
        values.push(value)
        at = closeAt + 1
      } else {
        // Never true here, since no sign is left. For the compiler.
        if (next.kind === 'sign') break
        // Any other name is a function without arguments.
        values.push(next.kind === 'name' ? { kind: 'call', name: next.name, of: [] } : next)
        at++
      }
    }
    if (piped !== undefined) values.push(piped)
    const [only] = values
    if (call === undefined && (values.length !== 1 || only === undefined))
      throw new TemplateError(
        piped === undefined ? "can't give argument to non-function" : 'non executable command in pipeline',
      )
    piped = call === undefined ? only : { kind: 'call', name: call, of: values }
    if (!isSign(tokens[at], '|')) break
    at++
  }
  if (piped === undefined) throw new TemplateError('missing value for command')
  return [piped, at]
}

function isSign(token: TemplateToken | undefined, ...signs: readonly string[]): boolean {
  return token?.kind === 'sign' && signs.includes(token.sign)
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' }

function unquote(quoted: string): string {
  if (quoted.startsWith('`')) return quoted.slice(1, -1)
  return quoted.slice(1, -1).replace(/\\(.)/gs, (_, kind: string) => {
    const plain = escapes[kind]
    if (plain === undefined) throw new TemplateError(`the escape "\\${kind}" is not supported in a template`)
    return plain
  })
}
