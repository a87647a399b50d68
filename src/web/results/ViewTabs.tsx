import { type ResultView, resultViews } from '../search/state/search-state.ts'
import { changeTexts } from '../texts/search/changes.ts'
import { patternTexts } from '../texts/search/patterns.ts'
import { statisticsTexts } from '../texts/search/statistics.ts'

const viewNames: Readonly<Record<ResultView, string>> = {
  events: patternTexts.events,
  patterns: patternTexts.label,
  statistics: statisticsTexts.label,
  changes: changeTexts.label,
}

/** The choice between the events of a search, their patterns, statistics and changes. */
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
