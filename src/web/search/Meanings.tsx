import { printable } from '../../charts/printable.ts'
import type { Pill } from './pill.ts'
import { pillSentence } from './pill-text.ts'
import { isEventField } from './typed-field.ts'
import type { LeftAsWords, OtherMeaning } from './typed-pills.ts'

interface Props {
  /** Pieces of the last search that became filters. */
  turned: readonly OtherMeaning[]
  asks: readonly LeftAsWords[]
  onWords: (turned: OtherMeaning) => void
  onFilter: (text: string, pill: Pill) => void
  onKeep: (text: string) => void
}

/** More are not listed: the first ones say what is the matter. */
const maxListed = 4

/** Says of what looks like a condition how it was understood, and offers the other meaning. */
export function Meanings({ turned, asks, onWords, onFilter, onKeep }: Props) {
  return (
    <div className="meanings" role="status">
      {turned.slice(0, maxListed).map(item => (
        <p key={item.written}>
          <b className="mono">{printable(item.written)}</b> became a filter.
          <button type="button" className="button small" onClick={() => onWords(item)}>
            Search as words
          </button>
        </p>
      ))}
      {asks.slice(0, maxListed).map(ask => {
        const { pill } = ask
        return (
          <p key={ask.written}>
            <span>
              <b className="mono">{printable(ask.written)}</b> is searched as words of the message
              {ask.why === undefined ? '.' : `: ${ask.why}.`}
            </span>
            {pill && (
              <button type="button" className="button small" onClick={() => onFilter(ask.text, pill)}>
                Filter: {isEventField(pill.field) ? '' : 'tag '}
                {pillSentence(pill)}
              </button>
            )}
            <button type="button" className="button quiet small" onClick={() => onKeep(ask.quoted)}>
              Words are meant
            </button>
          </p>
        )
      })}
    </div>
  )
}
