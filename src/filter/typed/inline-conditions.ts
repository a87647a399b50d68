import { limits } from '../qp/tree.ts'

/** Signs of operators as typed. A sign must come before every sign that is a prefix of it. */
const operatorSigns = [
  '!=',
  '>=',
  '<=',
  '=~',
  '!~',
  '==',
  ':>=',
  ':<=',
  ':>',
  ':<',
  ':',
  '=',
  '>',
  '<',
] as const
const operatorOfSign = {
  ':': 'eq',
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  ':>': 'gt',
  ':>=': 'ge',
  ':<': 'lt',
  ':<=': 'le',
  '=~': '=~',
  '!~': '!~',
} as const
type InlineOperator = (typeof operatorOfSign)[keyof typeof operatorOfSign]

/** A part of a search that looks like a condition: `host:web-1`, `severity>=3`, `program="my app"`. */
export interface InlineCondition {
  /** The condition as typed. */
  written: string
  /** Position in the text, UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** The name of a field or tag, as typed. */
  name: string
  op: InlineOperator
  /** At least one. Several come from a list in parentheses, or from a bare value with commas. */
  values: string[]
  /** Upper end of a range such as `bytes:[500 TO 599]`; `op` and `values` are then its lower end. */
  upper?: { op: 'lt' | 'le'; value: string }
  /** Whether it has spaces around its operator: `host : web-1`, `severity >= 3`. */
  isSpaced: boolean
  /** Whether its expression describes the whole value: `host:/web-[0-9]+/`. */
  isWholeValue?: boolean
  /** Whether it asks only for any value: `_exists_:user`. */
  isExistence?: boolean
  /** Whether it may be copied from a message: `host: web-1`. */
  isDoubtful?: boolean
  /**
   * Present for a word that is a host, program or value of a tag (name-words.ts): the fields that have the
   * word as a value. `name` is '' then.
   */
  fields?: readonly string[]
}

/** One more than a search may have terms, so that the parser refuses the search. */
const maxConditions = limits.terms + 1

// None of the patterns can match in two ways, so the time is linear. Patterns that read at a place are
// sticky.
/** `host`, `process.name`, `@timestamp`. */
const namePattern = /[\p{L}_@](?:[\p{L}\p{N}_.@/-]*[\p{L}\p{N}_])?/uy
/** A value without quotation marks. */
const barePattern = /[^\s|()"]+/y
const spacePattern = /[ \t]*/y
/** `(cron sshd)`. */
const listPattern = /\(([^()]{1,2000})\)/y
/** ` in ` or ` not in ` before a list. */
const inPattern = /[ \t]+(not[ \t]+)?in[ \t]*(?=[([])/iy
/** `[cron, sshd]`. */
const squareListPattern = /\[([^[\]]{1,2000})\]/y
/** `[500 TO 599]` or `{"a" TO *}`. */
const rangePattern =
  /([[{])\s*("[^"]{1,100}"|[^\s[\]{}|()"]{1,100})\s+TO\s+("[^"]{1,100}"|[^\s[\]{}|()"]{1,100})\s*([\]}])/y
/** Between values of a list: `a, b`, `a | b`, `a OR b`. */
const separator = /\s*[|,]\s*|\s+OR\s+/i
/**
 * A regular expression in slashes, `/web-[0-9]+/`. To differ from a path, it must contain a sign such as `[`,
 * `+` or `.*`: `*` and `?` alone are wildcards, and `{id}` stands for a part of a path.
 */
const expressionPattern =
  /\/(?=\^|[^/\s]*(?:[[\]()+|\\]|\.[*?]|\{\d|\$\/))((?:[^/\\\s]|\\.){1,1000})\/(?=[\s)|]|$)/y
/** An IPv6 address such as `fe80::1%eth0`, or a MAC address. */
const colonedHex = /^[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,}(?:%\w+)?$/i

/**
 * Finds the parts of a message search that look like conditions, in order. Excludes quoted text, addresses
 * (`http://…`, `fe80::1`, `C:\…`), arrows and words that end in a colon. Spaces around the operator are
 * allowed only for names that `isField` accepts, since people write `error: disk full`.
 */
export function findInlineConditions(text: string, isField: (name: string) => boolean): InlineCondition[] {
  const conditions: InlineCondition[] = []
  let at = 0
  while (at < text.length && conditions.length < maxConditions && at <= limits.characters) {
    const char = text.charAt(at)
    if (char === '"') {
      const close = text.indexOf('"', at + 1)
      if (close < 0) break
      at = close + 1
    } else if (/[\s|()!-]/.test(char)) at += 1
    else if (char === '+' && isTermStart(text, at)) {
      // A word that must occur, in other products.
      const read = readCondition(text, at + 1)
      const condition = read?.isSpaced === false ? read : undefined
      if (condition) conditions.push({ ...condition, start: at, written: text.slice(at, condition.end) })
      at = condition?.end ?? at + 1
    } else {
      const read = readCondition(text, at) ?? readBareExpression(text, at)
      const condition = read && (!read.isSpaced || isField(read.name)) ? read : undefined
      if (condition) conditions.push(condition)
      at = condition?.end ?? at + (matchAt(barePattern, text, at)?.[0].length ?? 1)
    }
  }
  return conditions.map(one => ({ ...one, isDoubtful: isDoubtful(text, one, conditions) }))
}

/**
 * Whether a condition may be copied from a message: it has a space after its colon and not before it, as
 * in `error: disk`. It is no copy if its name has a dot, if its value is quoted, a list or `*`, if AND, OR
 * or NOT is beside it, or if another condition of the text has no such space.
 */
function isDoubtful(text: string, condition: InlineCondition, all: readonly InlineCondition[]): boolean {
  const { written, start, end, name, values } = condition
  if (!isSpacedAfter(condition) || name.includes('.')) return false
  if (/^[^:]*:\s*["(]/.test(written) || values.join() === '*') return false
  const isBesideOperator =
    /(?:^|[\s(])(?:and|or|not)\s+$/i.test(text.slice(0, start)) ||
    /^\)*\s+(?:and|or)\s/i.test(text.slice(end))
  return !isBesideOperator && !all.some(other => other !== condition && !isSpacedAfter(other))
}

function isSpacedAfter({ isSpaced, written }: InlineCondition): boolean {
  return isSpaced && /^[^:\s]*:\s/.test(written)
}

function readCondition(text: string, start: number): InlineCondition | undefined {
  const name = matchAt(namePattern, text, start)?.[0]
  if (name === undefined) return undefined
  const afterName = start + name.length
  const inList = readInList(text, start, name)
  if (inList) return inList
  const signAt = afterName + countSpaces(text, afterName)
  const sign = operatorSigns.find(one => text.startsWith(one, signAt))
  if (sign === undefined) return undefined
  const afterSign = signAt + sign.length
  const valueAt = afterSign + countSpaces(text, afterSign)
  const isSpaced = signAt > afterName || valueAt > afterSign
  /** The members of a condition that ends here. */
  const upTo = (end: number) => ({ written: text.slice(start, end), start, end, name, isSpaced })
  const isColonOrEquals = sign === ':' || sign === '='
  const range = isColonOrEquals ? readRange(text, valueAt) : undefined
  if (range !== undefined) return { ...upTo(range.end), ...range }
  const expression = isColonOrEquals ? matchAt(expressionPattern, text, valueAt) : undefined
  if (expression) {
    const values = [expressionOf(expression)]
    return { ...upTo(valueAt + expression[0].length), op: '=~', values, isWholeValue: true }
  }
  const value = readValue(text, valueAt, sign)
  if (value === undefined || isAddress(text.slice(start, value.end), sign, value)) return undefined
  const op = operatorOfSign[sign]
  const [first = '', ...others] = value.values
  const isExistence = name === '_exists_' && op === 'eq' && others.length === 0
  if (isExistence && matchAt(namePattern, first, 0)?.[0] === first)
    return { ...upTo(value.end), name: first, op, values: ['*'], isExistence }
  return { ...upTo(value.end), op, values: value.values }
}

/** Reads `/5[0-9][0-9]/`, an expression that the message matches. */
function readBareExpression(text: string, start: number): InlineCondition | undefined {
  const expression = isTermStart(text, start) ? matchAt(expressionPattern, text, start) : undefined
  if (!expression) return undefined
  const [written] = expression
  const values = [expressionOf(expression)]
  return { written, start, end: start + written.length, name: 'message', op: '=~', values, isSpaced: false }
}

/** The regular expression without its slashes. Within them, `\/` stands for a slash. */
function expressionOf([, written = '']: RegExpExecArray): string {
  return written.replaceAll('\\/', '/')
}

/** Whether a term may begin here: at the start of the text, or after a space, a sign or a quotation mark. */
function isTermStart(text: string, at: number): boolean {
  return at === 0 || /[\s()|!"-]/.test(text.charAt(at - 1))
}

/** Reads `host in (a, b)` or `host not in [a, b]`. */
function readInList(text: string, start: number, name: string): InlineCondition | undefined {
  const operator = matchAt(inPattern, text, start + name.length)
  if (!operator) return undefined
  const at = start + name.length + operator[0].length
  const list = matchAt(listPattern, text, at) ?? matchAt(squareListPattern, text, at)
  const values = listedValues(list?.[1])
  if (!list || !values) return undefined
  const end = at + list[0].length
  const op = operator[1] === undefined ? 'eq' : 'ne'
  return { written: text.slice(start, end), start, end, name, op, values, isSpaced: true }
}

/**
 * Reads `[500 TO 599]` (ends included) or `{500 TO 599}` (ends excluded); `*` is an open end. Undefined for
 * other texts, and if both ends are open.
 */
function readRange(
  text: string,
  at: number,
): Pick<InlineCondition, 'end' | 'op' | 'values' | 'upper'> | undefined {
  const [written, opening, from = '*', to = '*', closing] = matchAt(rangePattern, text, at) ?? []
  if (written === undefined || (from === '*' && to === '*')) return undefined
  const end = at + written.length
  const [first, last] = [from, to].map(value => value.replaceAll('"', ''))
  const upper = { op: closing === ']' ? 'le' : 'lt', value: last ?? to } as const
  if (from === '*') return { end, op: upper.op, values: [upper.value] }
  const op = opening === '[' ? 'ge' : 'gt'
  const values = [first ?? from]
  return to === '*' ? { end, op, values } : { end, op, values, upper }
}

/** The values of a list; undefined unless each is a single word or quoted. Spaces alone separate them too. */
function listedValues(list = ''): string[] | undefined {
  const trimmed = list.trim()
  // Not `a, b` or `a OR b`, whose separators are written, and not `a and b`, `-a b` or `x:1 b`.
  const isSpaceSeparated =
    !separator.test(trimmed) && !/(?:^|\s)(?:and\s|not\s|&&|[-+!])|[:<>=!]/i.test(trimmed)
  const values = isSpaceSeparated ? (trimmed.match(/"[^"]*"|'[^']*'|\S+/g) ?? []) : trimmed.split(separator)
  const unquoted = values.map(value => /^(["'])([^"']*)\1$/.exec(value)?.[2] ?? value)
  const isList = values.every(
    (value, index) => unquoted[index] !== value || (value !== '' && !/[\s"]/.test(value)),
  )
  return isList ? unquoted : undefined
}

interface InlineValue {
  values: string[]
  end: number
  /** Whether it is written without quotation marks and parentheses. */
  isBare: boolean
}

function readValue(text: string, at: number, sign: (typeof operatorSigns)[number]): InlineValue | undefined {
  const quote = text.charAt(at)
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1)
    if (close >= 0) return { values: [text.slice(at + 1, close)], end: close + 1, isBare: false }
    if (quote === '"') return undefined
  }
  const list = sign === ':' || sign === '=' ? matchAt(listPattern, text, at) : undefined
  if (list) {
    const values = listedValues(list[1])
    return values && { values, end: at + list[0].length, isBare: false }
  }
  const bare = matchAt(barePattern, text, at)?.[0]
  // `[INFO]` and `{"a":1}` are copied from a message.
  if (bare === undefined || /^[[{]/.test(bare)) return undefined
  // A comma before another `name=` separates fields of a log line, not values.
  const isExpression = sign.endsWith('~')
  // In other products, a backslash stands before these signs: `http\:\/\/a`.
  const plain = isExpression ? bare : bare.replaceAll(/\\([/:-])/g, '$1')
  const isSingle = isExpression || /,[^,]*[=<>]/.test(bare)
  const values = isSingle ? [plain] : plain.split(',').filter(value => value !== '')
  return values.length === 0 ? undefined : { values, end: at + bare.length, isBare: true }
}

/** Whether a text with an operator is an address, such as `http://…` or `fe80::1`, or an arrow. */
function isAddress(written: string, sign: string, value: InlineValue): boolean {
  const [first = ''] = value.values
  if (!value.isBare) return false
  const isDrive = first.startsWith('\\') && /^\p{L}:/u.test(written)
  // `http://…`, `file:\\…`, `C:\…` or `std::dec`
  if (first.startsWith('//') || first.startsWith('\\\\') || isDrive || first.startsWith(':')) return true
  // `a=>b`
  if (/^[=<>]/.test(first)) return true
  // `fe80:0:1:2` or `ab:cd:ef:01:23:45`
  return sign === ':' && colonedHex.test(written)
}

function countSpaces(text: string, at: number): number {
  return matchAt(spacePattern, text, at)?.[0].length ?? 0
}

/** The match of a sticky pattern at this place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
