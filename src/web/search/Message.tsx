import { memo } from 'react'
import { printable } from '../../charts/printable.ts'
import { splitAtMatches } from './highlight.ts'

/** A message, inert, with the words that were searched for marked. */
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
        // Pieces have no identity but their place; every second one is a hit.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        index % 2 === 1 ? <mark key={index}>{piece}</mark> : printable(piece, lines),
      )}
    </>
  )
})
