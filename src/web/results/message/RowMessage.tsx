import { useState } from 'react'
import { rowTexts } from '../../texts/search/results.ts'
import { truncateMessage } from '../values/truncate-message.ts'
import { Message } from './Message.tsx'

interface Props {
  text: string
  words: readonly string[]
  wrap: boolean
  ansi: boolean
}

/** Maximum UTF-16 code units of a message in a row, by whether lines wrap. */
const maxUnits = { line: 600, wrap: 2_000 }

/** A message in a row; a long one is truncated until it is expanded. */
export function RowMessage({ text, words, wrap, ansi }: Props) {
  const [whole, setWhole] = useState<string>()
  const beginning = whole === text ? undefined : truncateMessage(text, wrap ? maxUnits.wrap : maxUnits.line)
  return (
    <>
      <Message text={beginning ?? text} words={words} ansi={ansi} />
      {beginning !== undefined && rowTexts.cut}
      {beginning !== undefined && wrap && (
        <button
          type="button"
          className="show-all"
          onClick={event => {
            event.stopPropagation()
            setWhole(text)
          }}
        >
          {rowTexts.showAll(text.length)}
        </button>
      )}
    </>
  )
}
