import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Pair,
  parseDocument,
} from 'yaml'

/** Each use of an alias copies its value: a short text with many aliases could fill the memory. */
const maxAliases = 100

/** A text that is not YAML; the message is one line and ends with the place, if known. */
export class YamlError extends Error {}

/** YAML that would take too much memory. */
export class TooManyAliasesError extends YamlError {
  override message = 'has too many aliases'
}

/** A text, its content, and the places of its nodes. */
export interface YamlText {
  content: unknown
  document: Document
  lines: LineCounter
}

/**
 * Parses a text of at most `maxCharacters` with the core schema and without custom tags. Keys are unique.
 * Throws YamlError.
 */
export function readYaml(text: string, maxCharacters: number): YamlText {
  if (text.length > maxCharacters) throw new YamlError(`expected at most ${maxCharacters} characters`)
  const lines = new LineCounter()
  const document = parseYamlDocument(text, lines)
  const [fault] = document.errors
  // A stack overflow is reported as one of the parser's errors.
  if (fault?.message.startsWith('Maximum call stack') === true) throw new YamlError('is nested too deeply')
  if (fault !== undefined) throw yamlErrorAt(fault.message, fault.pos[0], lines)
  const pair = duplicateKey(document)
  if (pair !== undefined) throw yamlErrorAt('Map keys must be unique', startOf(pair.key) ?? 0, lines)
  return { content: yamlContent(document, lines), document, lines }
}

/**
 * Parses a text into nodes. All code outside of the page that parses YAML calls this, since its options keep
 * the time linear: by default the parser would compare each key with all others, and quote the text for each
 * of its errors.
 */
export function parseYamlDocument(text: string, lineCounter: LineCounter): Document {
  try {
    return parseDocument(text, {
      schema: 'core',
      customTags: [],
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter,
    })
  } catch (error) {
    throw tooDeep(error)
  }
}

/**
 * The values of a document without errors. Throws YamlError, also for a list or map as a key, which JSON does
 * not have: the parser would write each key as a text, and the keys in it once more, which takes minutes for
 * some hundred characters.
 */
export function yamlContent(document: Document, lines: LineCounter): unknown {
  for (const node of nodesOf(document)) {
    if (!isPair(node) || !isCollection(node.key)) continue
    throw yamlErrorAt('A key must be a text, not a list or map', node.key.range?.[0] ?? -1, lines)
  }
  try {
    return document.toJS({ maxAliasCount: maxAliases })
  } catch (error) {
    if (error instanceof ReferenceError && error.message.startsWith('Excessive'))
      throw new TooManyAliasesError()
    if (error instanceof ReferenceError) throw new YamlError(error.message)
    throw tooDeep(error)
  }
}

/** The first pair whose key occurs earlier in the same map. */
function duplicateKey(document: Document): Pair | undefined {
  for (const node of nodesOf(document)) {
    if (!isMap(node)) continue
    const keys = new Set<unknown>()
    for (const item of node.items) {
      if (!isPair(item) || !isScalar(item.key)) continue
      if (keys.has(item.key.value)) return item
      keys.add(item.key.value)
    }
  }
  return undefined
}

/** All nodes and pairs, each once, in the order of the text. */
function* nodesOf(document: Document): Iterable<unknown> {
  const stack: unknown[] = [document.contents]
  while (stack.length > 0) {
    const node = stack.pop()
    yield node
    if (isPair(node)) stack.push(node.value, node.key)
    // Not as arguments of one call: there may be hundreds of thousands.
    if (isCollection(node)) for (const item of node.items.toReversed()) stack.push(item)
  }
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) ? node.range?.[0] : undefined
}

/** An error with its place. `at`: a position in the text; below 0: unknown. */
export function yamlErrorAt(message: string, at: number, lines: LineCounter): YamlError {
  if (at < 0) return new YamlError(message)
  const { line, col } = lines.linePos(at)
  return new YamlError(`${message} at line ${line}, column ${col}`)
}

/** The error to throw for an error of the parser, whose recursion may overflow the stack. Others are bugs. */
function tooDeep(error: unknown): unknown {
  return error instanceof RangeError ? new YamlError('is nested too deeply') : error
}
