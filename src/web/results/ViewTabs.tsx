import { type ResultView, resultViews } from '../search/state/search-state.ts'
import { patternTexts } from '../texts/search/patterns.ts'
import { statisticsTexts } from '../texts/search/statistics.ts'

const viewNames: Readonly<Record<ResultView, string>> = {
  events: patternTexts.events,
  patterns: patternTexts.label,
  statistics: statisticsTexts.label,
}

/** The choice between the events of a search, their patterns and statistics. */
export function ViewTabs({ view, onChange }: { view: ResultView; onChange: (view: ResultView) => void }) {
  return (
    <fieldset className="segments small">
      <legend className="unseen">{patternTexts.views}</legend>
      {resultViews.map(one => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onChange(one)}>
          {viewNames[one]}
        </button>
      ))}
    </fieldset>
  )
}
