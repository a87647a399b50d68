import { Fragment, type ReactNode, useMemo } from 'react'
import { type MarkdownBlock, type MarkdownSpan, parseMarkdown } from '../../charts/markdown.ts'
import { printable } from '../../charts/printable.ts'
import { Link } from '../components/Link.tsx'
import './note.css'

interface Props {
  /** Markdown. */
  text: string
  /** False: links are text, as on TV. */
  hasLinks: boolean
}

/** The text of a note. Its headings begin below the title of the widget. */
export function NoteText({ text, hasLinks }: Props) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return (
    <div className="note-text">{blocks.map((block, index) => keyed(index, blockOf(block, hasLinks)))}</div>
  )
}

/** Parts of a text have no identity but their place. */
function keyed(index: number, node: ReactNode): ReactNode {
  return <Fragment key={index}>{node}</Fragment>
}

function blockOf(block: MarkdownBlock, hasLinks: boolean): ReactNode {
  switch (block.kind) {
    case 'heading':
      // One level, since a note may begin with any: the levels of a page must not leave one out.
      return <h3 className={`note-heading-${block.level}`}>{spansOf(block.spans, hasLinks)}</h3>
    case 'code':
      return (
        <pre>
          <code>{printable(block.text, true)}</code>
        </pre>
      )
    case 'rule':
      return <hr />
    case 'quote':
      return <blockquote>{spansOf(block.spans, hasLinks)}</blockquote>
    case 'paragraph':
      return <p>{spansOf(block.spans, hasLinks)}</p>
    case 'list': {
      const items = block.items.map(({ spans, lists }, index) =>
        keyed(
          index,
          <li>
            {spansOf(spans, hasLinks)}
            {lists.map((list, at) => keyed(at, blockOf(list, hasLinks)))}
          </li>,
        ),
      )
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
  }
}

function spansOf(spans: readonly MarkdownSpan[], hasLinks: boolean): ReactNode {
  return spans.map((span, index) => keyed(index, spanOf(span, hasLinks)))
}

function spanOf({ text, isBold, isItalic, isCode, href }: MarkdownSpan, hasLinks: boolean): ReactNode {
  let node: ReactNode = printable(text, true)
  if (isCode) node = <code>{node}</code>
  if (isItalic) node = <em>{node}</em>
  if (isBold) node = <strong>{node}</strong>
  if (href === undefined || !hasLinks) return node
  if (href.startsWith('/')) return <Link href={href}>{node}</Link>
  return (
    <a href={href} title={printable(href)} target="_blank" rel="noopener noreferrer">
      {node}
    </a>
  )
}
