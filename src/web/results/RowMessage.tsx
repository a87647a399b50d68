import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { Message } from './Message.tsx'
import { truncateMessage } from './truncate-message.ts'

/** Maximum UTF-16 code units of a message in a row, by whether lines wrap. */
const maxUnits = { line: 1_000, wrap: 2_000 }

/** A message in a row; a long one is truncated until it is expanded. */
export function RowMessage({ text, words, wrap }: { text: string; words: readonly string[]; wrap: boolean }) {
  const [whole, setWhole] = useState(false)
  const beginning = whole ? undefined : truncateMessage(text, wrap ? maxUnits.wrap : maxUnits.line)
  return (
    <>
      <Message text={beginning ?? text} words={words} />
      {beginning !== undefined && '…'}
      {beginning !== undefined && wrap && (
        <button
          type="button"
          className="show-all"
          onClick={event => {
            event.stopPropagation()
            setWhole(true)
          }}
        >
          Show all {exactNumber(text.length)} characters
        </button>
      )}
    </>
  )
}
