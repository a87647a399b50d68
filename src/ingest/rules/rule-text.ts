import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, type YAMLMap } from 'yaml'
import { isObject } from '../../schema/text/json-object.ts'
import { parseYamlDocument, yamlContent } from '../../schema/text/yaml-text.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { indentQuoted } from './quoted-text.ts'
import type { LineLocator, RuleFault } from './rule-faults.ts'

export type RuleFormat = 'yaml' | 'json'

/** Maximum size of a rule file: bytes of a file, or characters of a text. */
export const maxRuleTextLength = 16 * 1024 * 1024
const maxWarnings = 100
/** Maximum depth at which duplicate keys are searched for. */
const maxDepth = 100

/** Content of a rule file's text, with warnings and line numbers. */
export interface RuleText {
  content: unknown
  /** Warnings about text that is not valid YAML but could be read. */
  warnings: RuleFault[]
  locator: LineLocator
}

/** A text is neither YAML nor JSON, or is too long. */
export class UnreadableRulesError extends Error {
  readonly fault: RuleFault

  constructor(fault: RuleFault) {
    super(fault.line === undefined ? fault.message : `line ${fault.line}: ${fault.message}`)
    this.fault = fault
  }
}

function unreadable(reason: unknown): UnreadableRulesError {
  const message = thrownText(reason)
  return new UnreadableRulesError({ rule: 0, member: '', message })
}

/** The format that a file's extension names; undefined for other names. */
export function ruleFormat(name: string): RuleFormat | undefined {
  if (name.endsWith('.json')) return 'json'
  return name.endsWith('.yaml') || name.endsWith('.yml') ? 'yaml' : undefined
}

/** Parses the text of a rule file or of its tests. Throws UnreadableRulesError. */
export function parseRuleText(text: string, format: RuleFormat): unknown {
  return readRuleText(text, format).content
}

/** Parses a text with warnings and lines. The last of duplicate keys counts. Throws UnreadableRulesError. */
export function readRuleText(text: string, format: RuleFormat): RuleText {
  if (text.length > maxRuleTextLength) throw unreadable(`expected at most ${maxRuleTextLength} characters`)
  if (format === 'json') return readJson(text)
  let source = new Source(text)
  let repairedQuoteLines: number[] = []
  if (source.hasUnclosedQuote) {
    const repaired = indentQuoted(text)
    repairedQuoteLines = repaired.quoteLines
    source = new Source(repaired.text)
  }
  const content = source.content()
  const warnings = source.findDuplicateKeys()
  for (const line of repairedQuoteLines.slice(0, maxWarnings)) {
    const message = 'a quoted text continues on lines that are indented less than YAML requires'
    warnings.push({ rule: source.ruleAt(line), line, member: '', message })
  }
  return { content, warnings, locator: source }
}

function readJson(text: string): RuleText {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw unreadable(error)
  }
  // JSON is YAML too, but slow to parse as YAML, which is done only to find a line.
  let source: Source | undefined
  const lineOf: LineLocator['lineOf'] = (rule, member) => {
    source ??= new Source(text)
    return source.lineOf(rule, member)
  }
  return { content, warnings: [], locator: { lineOf } }
}

/** A parsed YAML text, to find the lines of members. */
class Source implements LineLocator {
  readonly #lines = new LineCounter()
  readonly #document: Document
  readonly #length: number

  constructor(text: string) {
    this.#length = text.length
    try {
      this.#document = parseYamlDocument(text, this.#lines)
    } catch (error) {
      throw unreadable(error)
    }
  }

  /** Whether a quoted text does not end where the parser expects; indentQuoted may repair that. */
  get hasUnclosedQuote(): boolean {
    return this.#document.errors.some(({ code }) => code === 'MISSING_CHAR')
  }

  content(): unknown {
    // Warnings are ignored: an unquoted `op: !~` is an unknown YAML tag. Reading the condition reports it.
    const [fault] = this.#document.errors
    if (fault !== undefined) {
      const line = this.#lines.linePos(Math.max(0, fault.pos[0])).line
      const { message } = fault
      throw new UnreadableRulesError({ rule: this.ruleAt(line), line, member: '', message })
    }
    try {
      return yamlContent(this.#document, this.#lines)
    } catch (error) {
      throw unreadable(error)
    }
  }

  /** The rule (from 1) that contains a line; 0 for none. */
  ruleAt(line: number): number {
    return this.#rules.findIndex(rule => this.#spans(rule, line)) + 1
  }

  /** The line of a member; of its nearest parent if the member has none. */
  lineOf(rule: number, member: string): number | undefined {
    let node: unknown = rule === 0 ? this.#document.contents : this.#rules[rule - 1]
    let line = this.#lineOfNode(node)
    let path = member
    for (let step = 0; path !== '' && step < maxDepth; step++) {
      const index = /^\[(\d+)\]/.exec(path)
      if (index !== null && isSeq(node)) {
        node = node.items[Number(index[1])]
        path = path.slice(index[0].length)
      } else if (isMap(node)) {
        const pair = findPair(node, path)
        if (pair === undefined) break
        node = pair.value
        line = this.#lineOfNode(pair.key) ?? line
        path = path.slice(keyOf(pair).length)
      } else break
      if (path.startsWith('.')) path = path.slice(1)
      if (index !== null) line = this.#lineOfNode(node) ?? line
    }
    return line
  }

  /** A warning for each key that repeats an earlier key of its object. */
  findDuplicateKeys(): RuleFault[] {
    const warnings: RuleFault[] = []
    const visit = (node: unknown, rule: number, member: string, depth: number): void => {
      if (depth === 0 || warnings.length >= maxWarnings) return
      if (isSeq(node)) {
        const areRules = rule === 0 && member === 'rewrite_rules'
        for (const [i, item] of node.items.entries()) {
          if (areRules) visit(item, i + 1, '', depth - 1)
          else visit(item, rule, `${member}[${i}]`, depth - 1)
        }
      }
      if (!isMap(node)) return
      const keys = new Set<string>()
      for (const pair of node.items) {
        const key = keyOf(pair)
        const path = member === '' ? key : `${member}.${key}`
        const line = this.#lineOfNode(pair.key)
        if (keys.has(key) && warnings.length < maxWarnings) {
          const message = 'appears more than once; the last one is used'
          warnings.push({ rule, member: path.slice(0, 200), message, ...(line !== undefined && { line }) })
        }
        keys.add(key)
        visit(pair.value, rule, path, depth - 1)
      }
    }
    visit(this.#document.contents, 0, '', maxDepth)
    return warnings
  }

  get #rules(): readonly unknown[] {
    const { contents } = this.#document
    const rules = isMap(contents) ? contents.get('rewrite_rules', true) : undefined
    return isSeq(rules) ? rules.items : []
  }

  /** Whether a node has a part in a line. */
  #spans(node: unknown, line: number): boolean {
    const range = rangeOf(node)
    if (!range) return false
    const [start, end] = range
    // The end is exclusive: after a line break, it is the start of the next line. At the end of the text it
    // may be the place of a fault, such as a missing bracket.
    const last = end === this.#length ? end : Math.max(start, end - 1)
    return this.#lines.linePos(start).line <= line && line <= this.#lines.linePos(last).line
  }

  #lineOfNode(node: unknown): number | undefined {
    const range = rangeOf(node)
    return range ? this.#lines.linePos(range[0]).line : undefined
  }
}

/** The range of a YAML node: [start, end of the value, end of the node]. */
function rangeOf(node: unknown): Node['range'] {
  // Only nodes have a range; other objects of a document have none.
  return isObject(node) ? (node as Partial<Node>).range : undefined
}

function keyOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key)
}

/** The pair with the longest key that begins `path`: tag names may contain dots. Of equal keys, the last. */
function findPair(map: YAMLMap, path: string): Pair | undefined {
  let best: Pair | undefined
  for (const pair of map.items) {
    const key = keyOf(pair)
    const next = path[key.length]
    if (!path.startsWith(key) || (next !== undefined && next !== '.' && next !== '[')) continue
    if (best === undefined || key.length >= keyOf(best).length) best = pair
  }
  return best
}
