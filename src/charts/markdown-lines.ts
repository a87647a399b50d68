import { type MarkdownBlock, type MarkdownList, type MarkdownSpan, parseMarkdown } from './markdown.ts'

/** A heading, a paragraph, an item of a list or a part of code, for media without nested blocks. */
export interface MarkdownLine {
  kind: 'heading' | 'text' | 'quote' | 'code' | 'rule'
  spans: readonly MarkdownSpan[]
  /** Level of a heading; depth of an item in lists; otherwise 0. */
  level: number
  /** A bullet or the number of an item; '' for other lines. */
  marker: string
}

/** The blocks of a Markdown text, one after the other. */
export function markdownLines(text: string): MarkdownLine[] {
  return parseMarkdown(text).flatMap(linesOf)
}

function linesOf(block: MarkdownBlock): MarkdownLine[] {
  const flat = { level: 0, marker: '' }
  switch (block.kind) {
    case 'list':
      return listLines(block, 1)
    case 'code':
      return [{ ...flat, kind: 'code', spans: [{ text: block.text }] }]
    case 'rule':
      return [{ ...flat, kind: 'rule', spans: [] }]
    case 'heading':
      return [{ ...flat, ...block }]
    case 'quote':
      return [{ ...flat, kind: 'quote', spans: block.spans }]
    case 'paragraph':
      return [{ ...flat, kind: 'text', spans: block.spans }]
  }
}

function listLines({ start, items }: MarkdownList, level: number): MarkdownLine[] {
  return items.flatMap(({ spans, lists }, index) => [
    { kind: 'text' as const, spans, level, marker: start === undefined ? '•' : `${start + index}.` },
    ...lists.flatMap(list => listLines(list, level + 1)),
  ])
}
