import { isObject } from '../../../schema/text/json-object.ts'

/** A value within a structured message. A leaf has a text; an object or a list has members. */
export interface MessageNode {
  /** Name of the member, or index in a list. */
  name: string
  /** Text of a leaf, for filters and copies. */
  text?: string
  /** The JSON type of a leaf. */
  kind?: 'text' | 'number' | 'boolean' | 'null'
  members?: readonly MessageNode[]
}

/** The structure of a message that is or ends with a JSON object or list, or has key=value pairs. */
export interface StructuredMessage {
  /** The text before the structure. */
  prefix: string
  nodes: readonly MessageNode[]
  /** Number of members left out because of the limits below. */
  leftOut: number
  /** Whether the members and the prefix contain the whole message. */
  isWhole: boolean
}

/** A longer message is not parsed, since that would block the page. */
const maxLength = 100_000
/** Maximum values of a tree: more would block the page. */
const maxNodes = 1_000
/** Objects and lists below this depth are shown as JSON text. */
const maxDepth = 12
/** One pair is not a structure: `exit status=1`. */
const minPairs = 2

/** What is left of `maxNodes` while a tree is made. */
interface Budget {
  left: number
  /** Number of members left out so far. */
  leftOut: number
}

/**
 * Parses a message: undefined for plain text, for an empty object or list, and for a message of more than
 * `maxLength` UTF-16 units.
 */
export function structuredMessage(message: string): StructuredMessage | undefined {
  if (message.length > maxLength) return undefined
  return jsonMessage(message) ?? pairsMessage(message)
}

/** Such as `{"user": "ann"}` or `login ok: {"user": "ann"}`. */
function jsonMessage(message: string): StructuredMessage | undefined {
  const start = message.search(/[{[]/)
  if (start < 0 || !/[}\]]\s*$/.test(message)) return undefined
  const value = parseStructure(message.slice(start))
  if (!isObject(value) && !Array.isArray(value)) return undefined
  if (Object.keys(value).length === 0) return undefined
  const budget: Budget = { left: maxNodes, leftOut: 0 }
  return {
    prefix: message.slice(0, start).trim(),
    nodes: membersOf(value, 0, budget),
    leftOut: budget.leftOut,
    isWhole: budget.leftOut === 0,
  }
}

/**
 * A number of a JSON text as written there. A JavaScript number would change 12345678901234567890 and 1.10.
 */
class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): number {
    return Number(this.text)
  }
}

/**
 * Parses a JSON text; undefined if it is invalid. Numbers are of WrittenNumber where the browser has their
 * text.
 */
function parseStructure(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && context?.source !== undefined ? new WrittenNumber(context.source) : value,
    )
  } catch {
    return undefined
  }
}

/** The members of an object or list, as far as the budget allows. */
function membersOf(value: object, depth: number, budget: Budget): MessageNode[] {
  const nodes: MessageNode[] = []
  for (const [name, member] of Object.entries(value)) {
    if (budget.left <= 0) {
      budget.leftOut += 1
      continue
    }
    budget.left -= 1
    nodes.push(nodeOf(name, member, depth, budget))
  }
  return nodes
}

function nodeOf(name: string, value: unknown, depth: number, budget: Budget): MessageNode {
  if (value instanceof WrittenNumber) return { name, text: value.text, kind: 'number' }
  if (typeof value === 'object' && value !== null) {
    if (depth >= maxDepth) return { name, text: JSON.stringify(value), kind: 'text' }
    return { name, members: membersOf(value, depth + 1, budget) }
  }
  if (typeof value === 'string') return { name, text: value, kind: 'text' }
  if (value === null) return { name, text: 'null', kind: 'null' }
  return { name, text: String(value), kind: typeof value === 'number' ? 'number' : 'boolean' }
}

/**
 * Matches `user=ann`, `msg="disk full"` and `id='7'`. Takes linear time, because each part excludes the
 * characters that begin the next.
 */
const pair = /([A-Za-z_][\w.\-/@]{0,63})=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"',;\])}]*)/g

/** Such as `login ok user=ann port=22`. */
function pairsMessage(message: string): StructuredMessage | undefined {
  const nodes: MessageNode[] = []
  let leftOut = 0
  let prefixEnd: number | undefined
  let end = 0
  // The text after the prefix and outside of pairs.
  let between = ''
  for (const match of message.matchAll(pair)) {
    const [, name = '', written = ''] = match
    between += prefixEnd === undefined ? '' : message.slice(end, match.index)
    prefixEnd ??= match.index
    end = match.index + match[0].length
    if (nodes.length >= maxNodes) leftOut += 1
    else nodes.push({ name, text: unquoted(written), kind: 'text' })
  }
  if (nodes.length < minPairs) return undefined
  between += message.slice(end)
  const isWhole = leftOut === 0 && !/[\p{L}\p{N}]/u.test(between)
  return { prefix: message.slice(0, prefixEnd).trim(), nodes, leftOut, isWhole }
}

/** A value as written without its quotation marks. */
function unquoted(written: string): string {
  if (written.startsWith('"')) return written.slice(1, -1).replace(/\\(["\\])/g, '$1')
  return written.startsWith("'") ? written.slice(1, -1) : written
}
