/** A part of a line with one style. */
export interface MarkdownSpan {
  text: string
  isBold?: true
  isItalic?: true
  isCode?: true
  /** An address of the web or of mail, or a path of this service. */
  href?: string
}

interface MarkdownItem {
  spans: readonly MarkdownSpan[]
  /** Lists within the item. */
  lists: readonly MarkdownList[]
}

export interface MarkdownList {
  kind: 'list'
  /** The number of the first item; undefined: bullets. */
  start: number | undefined
  items: readonly MarkdownItem[]
}

export type MarkdownBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; spans: readonly MarkdownSpan[] }
  | { kind: 'paragraph' | 'quote'; spans: readonly MarkdownSpan[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }
  | MarkdownList

const fence = /^ {0,3}```/
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const quote = /^ {0,3}> ?(.*)$/
const listItem = /^( *)(?:[-*+]|(\d{1,9})[.)])[ \t]+(.*)$/

/** Lists are at most this deep; deeper items become items of the deepest list. */
const maxListDepth = 4

/**
 * Parses a subset of Markdown: headings, paragraphs, lists, quotes, code, rules, bold, italic and links. HTML
 * and images are text. A line break stays a line break. Every text is a valid document.
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n')
  const blocks: MarkdownBlock[] = []
  let at = 0
  /** Takes lines while they fit and returns what `read` made of each. */
  const take = (read: (line: string) => string | undefined): string[] => {
    const taken: string[] = []
    for (; at < lines.length; at++) {
      const part = read(lines[at] ?? '')
      if (part === undefined) break
      taken.push(part)
    }
    return taken
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const head = heading.exec(line)
    if (line.trim() === '') at++
    else if (fence.test(line)) {
      at++
      const code = take(line => (fence.test(line) ? undefined : line))
      // The closing fence, unless the text ends without one.
      at++
      blocks.push({ kind: 'code', text: code.join('\n') })
    } else if (head) {
      at++
      const level = Math.min(3, head[1]?.length ?? 1) as 1 | 2 | 3
      blocks.push({ kind: 'heading', level, spans: parseSpans((head[2] ?? '').replace(/ +#+ *$/, '')) })
    } else if (rule.test(line)) {
      at++
      blocks.push({ kind: 'rule' })
    } else if (quote.test(line)) {
      const quoted = take(line => quote.exec(line)?.[1])
      blocks.push({ kind: 'quote', spans: parseSpans(quoted.join('\n')) })
    } else if (listItem.test(line)) {
      const items = take(line => (listItem.test(line) || isContinuation(line) ? line : undefined))
      blocks.push(...listsOf(items))
    } else {
      const paragraph = take(line => (isParagraphLine(line) ? line.trim() : undefined))
      blocks.push({ kind: 'paragraph', spans: parseSpans(paragraph.join('\n')) })
    }
  }
  return blocks
}

function isParagraphLine(line: string): boolean {
  return line.trim() !== '' && ![fence, heading, rule, quote, listItem].some(start => start.test(line))
}

/** An indented line belongs to the list item above it. */
function isContinuation(line: string): boolean {
  return /^ {2,}\S/.test(line)
}

interface ItemLine {
  indent: number
  number: number | undefined
  text: string
}

/** Lists of lines that are items, or continue the item above them. */
function listsOf(lines: readonly string[]): MarkdownList[] {
  const items: ItemLine[] = []
  for (const line of lines) {
    const parts = listItem.exec(line)
    const last = items.at(-1)
    if (parts) {
      const [, indent = '', number, text = ''] = parts
      items.push({ indent: indent.length, number: number === undefined ? undefined : Number(number), text })
    } else if (last) last.text += `\n${line.trim()}`
  }
  return nestedLists(items, 1)
}

/** Items with at least two more spaces than the item before them are in a list within it. */
function nestedLists(items: readonly ItemLine[], depth: number): MarkdownList[] {
  const lists: { kind: 'list'; start: number | undefined; items: MarkdownItem[] }[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at]
    if (!item) break
    let end = at + 1
    while (depth < maxListDepth && end < items.length && (items[end]?.indent ?? 0) >= item.indent + 2) end++
    const open = lists.at(-1)
    const isSameList = open && (open.start === undefined) === (item.number === undefined)
    const list = isSameList ? open : { kind: 'list' as const, start: item.number, items: [] }
    if (!isSameList) lists.push(list)
    list.items.push({ spans: parseSpans(item.text), lists: nestedLists(items.slice(at + 1, end), depth + 1) })
    at = end
  }
  return lists
}

type Style = Omit<MarkdownSpan, 'text'>

/** Styles within each other: each level reads its text again. */
const maxSpanDepth = 6

/** Parses the styles and links of a text without blocks. Marks without an end are text. */
export function parseSpans(text: string, style: Style = {}, depth = 0): MarkdownSpan[] {
  const spans: MarkdownSpan[] = []
  let plain = ''
  const flush = () => {
    if (plain !== '') spans.push({ text: plain, ...style })
    plain = ''
  }
  const isNested = depth < maxSpanDepth
  for (let at = 0; at < text.length; ) {
    const found = isNested ? markAt(text, at, style) : undefined
    if (found === undefined) {
      plain += text[at]
      at++
    } else if (found.style === undefined) {
      plain += found.inner
      at = found.end
    } else {
      flush()
      const inner = { ...style, ...found.style }
      if (found.isLiteral) spans.push({ text: found.inner, ...inner })
      else spans.push(...parseSpans(found.inner, inner, depth + 1))
      at = found.end
    }
  }
  flush()
  return spans
}

/** A mark in a text: its content and the index after it. Without a style, the content is plain text. */
interface Mark {
  inner: string
  end: number
  style?: Style
  /** The content has no marks. */
  isLiteral?: true
}

const escapable = '\\`*_[]()<>#+-.!|~>'

function markAt(text: string, at: number, style: Style): Mark | undefined {
  switch (text[at]) {
    case '\\':
      return escapable.includes(text[at + 1] ?? ' ') ? { inner: text[at + 1] ?? '', end: at + 2 } : undefined
    case '`': {
      const end = text.indexOf('`', at + 1)
      if (end <= at + 1) return undefined
      return { inner: text.slice(at + 1, end), end: end + 1, style: { isCode: true }, isLiteral: true }
    }
    case '*':
    case '_':
      return emphasisAt(text, at)
    case '[':
      return style.href === undefined ? linkAt(text, at) : undefined
    case '<':
    case 'h':
      return style.href === undefined ? bareLinkAt(text, at) : undefined
    default:
      return undefined
  }
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** `**bold**`, `__bold__`, `*italic*` or `_italic_`. Underscores within words are text, as in host_name. */
function emphasisAt(text: string, at: number): Mark | undefined {
  const character = text[at] ?? ''
  const isBold = text[at + 1] === character
  const marker = isBold ? character.repeat(2) : character
  const from = at + marker.length
  if (character === '_' && isWord(text[at - 1])) return undefined
  if (/\s/.test(text[from] ?? ' ')) return undefined
  for (let end = text.indexOf(marker, from + 1); end > 0; end = text.indexOf(marker, end + 1)) {
    const after = end + marker.length
    // The end of `*a **b***` is its last asterisk.
    if (text[after] === character) continue
    if (!isBold && text[end - 1] === character) continue
    if (/\s/.test(text[end - 1] ?? ' ') || (character === '_' && isWord(text[after]))) continue
    return { inner: text.slice(from, end), end: after, style: isBold ? { isBold: true } : { isItalic: true } }
  }
  return undefined
}

/** `[text](address)`. */
function linkAt(text: string, at: number): Mark | undefined {
  const middle = text.indexOf('](', at)
  if (middle <= at + 1) return undefined
  const end = text.indexOf(')', middle)
  const inner = text.slice(at + 1, middle)
  if (end < 0 || inner.includes('[') || inner.includes('\n')) return undefined
  const href = safeAddress(text.slice(middle + 2, end).trim())
  return href === undefined ? undefined : { inner, end: end + 1, style: { href } }
}

const bareLink = /(<?)(https?:\/\/[^\s<>]{1,2000})(>?)/y

/** `https://…`, perhaps in angle brackets. Punctuation after it is not part of it. */
function bareLinkAt(text: string, at: number): Mark | undefined {
  if (isWord(text[at - 1])) return undefined
  bareLink.lastIndex = at
  const [all, open, found = '', close] = bareLink.exec(text) ?? []
  if (all === undefined || (open === '<') !== (close === '>')) return undefined
  const address = open === '<' ? found : found.replace(/[.,;:!?'")\]]+$/, '')
  const href = safeAddress(address)
  const end = at + (open === '<' ? all.length : address.length)
  return href === undefined ? undefined : { inner: address, end, style: { href }, isLiteral: true }
}

/**
 * An address that a note may link to: http, https, mailto, or a path of this service. Undefined for others,
 * such as `javascript:` and `//host`.
 */
export function safeAddress(address: string): string | undefined {
  if (/^\/(?![/\\])[^\s\\]*$/.test(address)) return address
  return /^(?:https?:\/\/[^\s/?#]\S*|mailto:\S+)$/i.test(address) ? address : undefined
}

/**
 * The text of spans, without styles; the address of a link follows its text. Paths of the service are left
 * out: on paper and in terminals they lead nowhere.
 */
export function plainText(spans: readonly MarkdownSpan[]): string {
  return spans
    .map(({ text, href }, index) => {
      // The last span of a link has its address.
      if (href === undefined || href === text || href.startsWith('/')) return text
      if (spans[index + 1]?.href === href) return text
      return `${text} (${href})`
    })
    .join('')
}
