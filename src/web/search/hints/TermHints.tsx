import { printable } from '../../../charts/printable.ts'
import { isEventField } from '../../../filter/typed/condition-pill.ts'
import type { Pill } from '../../../filter/typed/pill.ts'
import type { TermKeptAsText } from '../../../filter/typed/typed-query.ts'
import { Button } from '../../components/Button.tsx'
import { useZone } from '../../state/preferences.ts'
import { searchBoxTexts } from '../../texts/search/search-box.ts'
import { useRangeTags } from '../completion/use-range-tags.ts'
import { pillLabel } from '../state/pill-text.ts'
import type { SearchState } from '../state/search-state.ts'
import { meantFilter } from './meant-filter.ts'

const texts = searchBoxTexts.understood

export interface TermHintsProps {
  /** Terms of the search that look like conditions and are searched as text. */
  textTerms: readonly TermKeptAsText[]
  state: SearchState
  /** Called with the text without a term, and the filters that replace it. */
  onFilter: (text: string, pills: readonly Pill[]) => void
  /** Called with the text in which a term is quoted. */
  onQuote: (text: string) => void
}

const maxListed = 4

/**
 * For terms that look like conditions and are searched as text: says so, and offers the filters that may be
 * meant, or quotation marks, which remove the hint.
 */
export function TermHints({ textTerms, state, onFilter, onQuote }: TermHintsProps) {
  const zone = useZone()
  const tags = useRangeTags(state.range, zone, '', true)
  /** All tags of the range; undefined if they are not known. */
  const names = tags?.isComplete ? tags.list.map(({ name }) => name) : undefined
  const distinctTerms = [...new Map(textTerms.map(term => [term.written, term])).values()]
  return (
    <>
      {distinctTerms.slice(0, maxListed).map(term => {
        const { pills } = term
        const isUnknown =
          term.reason === undefined &&
          !isEventField(term.name) &&
          names !== undefined &&
          !names.includes(term.name)
        const meant = isUnknown ? meantFilter(state.text, term, names) : undefined
        return (
          <p key={term.written}>
            <span>
              <b className="mono">{printable(term.written)}</b> {interpretationOf(term, isUnknown)}
            </span>
            {meant && (
              <Button className="small primary" onClick={() => onFilter(meant.text, meant.pills)}>
                {texts.meant(labelOf(meant.pills))}
              </Button>
            )}
            {pills.length > 0 && (
              <Button className="small" onClick={() => onFilter(term.text, pills)}>
                {(pills.every(({ field }) => isEventField(field)) ? texts.filter : texts.filterTag)(
                  labelOf(pills),
                )}
              </Button>
            )}
            <Button className="quiet small" onClick={() => onQuote(term.quoted)}>
              {texts.keepAsText}
            </Button>
          </p>
        )
      })}
    </>
  )
}

/** Says that a term was searched as text, and why. `isUnknown`: its name is neither a field nor a tag. */
function interpretationOf({ name, reason }: TermKeptAsText, isUnknown: boolean): string {
  if (isUnknown) return texts.unknown(printable(name))
  return reason === undefined ? texts.asText : texts.asTextBecause(reason)
}

function labelOf(pills: readonly Pill[]): string {
  return pills.map(pillLabel).join(', ')
}
