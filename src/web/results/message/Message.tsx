import { memo } from 'react'
import { printable } from '../../../charts/printable.ts'
import { ansiSpans, hasAnsi, maxRowSpans } from './ansi.ts'
import { splitAtMatches } from './highlight.ts'

interface Props {
  text: string
  words: readonly string[]
  /** Keeps line feeds and tabs. */
  lines?: boolean
  /** Draws terminal colours in place of their escape sequences. */
  ansi?: boolean
}

/** A message as plain text with highlighted search terms. */
export const Message = memo(function Message({ text, words, lines = false, ansi = false }: Props) {
  if (!ansi || !hasAnsi(text)) return <Marked text={text} words={words} lines={lines} />
  return (
    <>
      {ansiSpans(text, lines ? undefined : maxRowSpans).map((span, index) => (
        // Parts of one text in their order: the index is the only key there is.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className={span.className || undefined}>
          <Marked text={span.text} words={words} lines={lines} />
        </span>
      ))}
    </>
  )
})

function Marked({ text, words, lines }: { text: string; words: readonly string[]; lines: boolean }) {
  return (
    <>
      {splitAtMatches(text, words).map((piece, index) =>
        // Every second part is a match; the index is the only key there is.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        index % 2 === 1 ? <mark key={index}>{piece}</mark> : printable(piece, lines),
      )}
    </>
  )
}
