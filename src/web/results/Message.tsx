import { memo } from 'react'
import { printable } from '../../charts/printable.ts'
import { splitAtMatches } from './highlight.ts'

/** A message as plain text with highlighted search terms. */
export const Message = memo(function Message({
  text,
  words,
  lines = false,
}: {
  text: string
  words: readonly string[]
  lines?: boolean
}) {
  const pieces = splitAtMatches(text, words)
  return (
    <>
      {pieces.map((piece, index) =>
        // Every second part is a match; the index is the only key there is.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        index % 2 === 1 ? <mark key={index}>{piece}</mark> : printable(piece, lines),
      )}
    </>
  )
})
