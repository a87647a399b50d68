import { memo, useMemo, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { rowTexts } from '../../texts/search/results.ts'
import { beginningIfLong } from '../values/beginning-if-long.ts'
import { ansiSpans, hasAnsi, maxRowSpans } from './ansi.ts'
import { splitAtMatches, startAtMatch } from './highlight.ts'

interface Props {
  text: string
  /** Search terms to highlight. */
  terms: readonly string[]
  /** Keeps line feeds and tabs. */
  lines?: boolean
  /** Draws terminal colours in place of their escape sequences. */
  ansi?: boolean
}

/** A message as plain text with highlighted search terms. */
export const Message = memo(function Message({ text, terms, lines = false, ansi = false }: Props) {
  if (!ansi || !hasAnsi(text)) return <Marked text={text} terms={terms} lines={lines} />
  return (
    <>
      {ansiSpans(text, lines ? undefined : maxRowSpans).map((span, index) => (
        // Parts of one text in their order: the index is the only key there is.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className={span.className || undefined}>
          <Marked text={span.text} terms={terms} lines={lines} />
        </span>
      ))}
    </>
  )
})

/** A text with its matches as `<mark>`. */
function Marked({ text, terms, lines }: { text: string; terms: readonly string[]; lines: boolean }) {
  return (
    <>
      {splitAtMatches(text, terms).map((piece, index) =>
        // Every second part is a match; the index is the only key there is.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        index % 2 === 1 ? <mark key={index}>{piece}</mark> : printable(piece, lines),
      )}
    </>
  )
}

interface RowMessageProps {
  text: string
  terms: readonly string[]
  /** How many letters the row shows. */
  letters: number
  wrap: boolean
  ansi: boolean
}

/** Maximum UTF-16 code units of a message in a row, by whether lines wrap. */
const maxUnits = { line: 600, wrap: 2_000 }

/**
 * A message in a row. A long one is truncated until it is expanded, and begins shortly before its first match
 * if that would be cut off.
 */
export function RowMessage({ text, terms, letters, wrap, ansi }: RowMessageProps) {
  // The text that the user has chosen to see in full.
  const [fullText, setFullText] = useState<string>()
  const maxLength = wrap ? maxUnits.wrap : maxUnits.line
  // A wrapped message is shown from its beginning. Cutting a text within a terminal sequence would show a
  // part of it.
  const start = useMemo(
    () => (wrap || (ansi && hasAnsi(text)) ? 0 : startAtMatch(text, terms, letters)),
    [text, terms, letters, wrap, ansi],
  )
  const shown = start === 0 ? text : text.slice(start)
  const beginning = fullText === text ? undefined : beginningIfLong(shown, maxLength)
  return (
    <>
      {start > 0 && <span className="faint">{rowTexts.cut}</span>}
      <Message text={beginning ?? shown} terms={terms} ansi={ansi} />
      {beginning !== undefined && rowTexts.cut}
      {beginning !== undefined && wrap && (
        <button
          type="button"
          className="show-all"
          onClick={event => {
            event.stopPropagation()
            setFullText(text)
          }}
        >
          {rowTexts.showAll(text.length)}
        </button>
      )}
    </>
  )
}
