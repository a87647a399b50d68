import { printable } from '../../charts/printable.ts'
import { Button } from '../components/Button.tsx'
import { isEventField } from './condition-pill.ts'
import type { Pill } from './pill.ts'
import { pillLabel } from './pill-text.ts'
import type { AmbiguousTerm, TermKeptAsText } from './typed-query.ts'

interface Props {
  filterTerms: readonly AmbiguousTerm[]
  textTerms: readonly TermKeptAsText[]
  onSearchAsText: (term: AmbiguousTerm) => void
  onFilter: (text: string, pill: Pill) => void
  onQuote: (text: string) => void
}

const maxListed = 4

/** Says how each term that looks like a condition was interpreted, and offers the other interpretation. */
export function AmbiguousTerms({ filterTerms, textTerms, onSearchAsText, onFilter, onQuote }: Props) {
  return (
    <div className="meanings" role="status">
      {filterTerms.slice(0, maxListed).map(item => (
        <p key={item.written}>
          <b className="mono">{printable(item.written)}</b> is applied as a filter.
          <Button className="small" onClick={() => onSearchAsText(item)}>
            Search as text
          </Button>
        </p>
      ))}
      {textTerms.slice(0, maxListed).map(ask => {
        const { pill } = ask
        return (
          <p key={ask.written}>
            <span>
              <b className="mono">{printable(ask.written)}</b> is searched as text in messages
              {ask.reason === undefined ? '.' : `: ${ask.reason}.`}
            </span>
            {pill && (
              <Button className="small" onClick={() => onFilter(ask.text, pill)}>
                Filter: {isEventField(pill.field) ? '' : 'tag '}
                {pillLabel(pill)}
              </Button>
            )}
            <Button className="quiet small" onClick={() => onQuote(ask.quoted)}>
              Keep as text
            </Button>
          </p>
        )
      })}
    </div>
  )
}
