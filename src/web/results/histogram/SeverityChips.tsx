import { nameText } from '../../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../../charts/number-text.ts'
import { severities } from '../../../schema/event/event.ts'
import { severityColour } from '../../graphics/colours.ts'
import type { SearchControl } from '../../search/state/use-search-state.ts'
import { histogramTexts, valueTexts } from '../../texts/search/results.ts'
import { isAndAbove, shownSeverities, withSeverityAndAbove, withSeveritySwitched } from './severity-filter.ts'

interface Props {
  /** Occurrences by severity. */
  counts: readonly number[]
  control: SearchControl
}

/** Severities with their own chip, which covers them and everything worse. */
const above = [3, 4] as const

/**
 * Chooses severities with one click each; also the legend of the histogram. Severities that do not occur are
 * left out.
 */
export function SeverityChips({ counts, control }: Props) {
  const { state, change } = control
  const shown = shownSeverities(state.pills)
  return (
    <fieldset className="chips" aria-label={histogramTexts.severities}>
      {above.map(code => (
        <button
          key={`above-${code}`}
          type="button"
          className="chip"
          aria-pressed={isAndAbove(state.pills, code)}
          onClick={() => change({ pills: withSeverityAndAbove(state.pills, code) })}
        >
          {histogramTexts.andAbove(nameText('severity', code))}
        </button>
      ))}
      {severities.map((name, code) => {
        const count = counts[code] ?? 0
        if (count === 0 && shown.has(code)) return null
        const text = nameText('severity', code)
        return (
          <button
            key={name}
            type="button"
            className="chip chip-severity"
            aria-pressed={shown.has(code)}
            title={valueTexts.field(text, exactNumber(count))}
            onClick={() => change({ pills: withSeveritySwitched(state.pills, code) })}
          >
            <i style={{ background: `var(${severityColour({ name: code, rest: false })})` }} />
            {text} {count > 0 && <span className="number faint">{shortNumber(count)}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
