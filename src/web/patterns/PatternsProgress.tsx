import { isRunning } from '../api/queries.ts'
import { StopButton } from '../live/StopButton.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { patternTexts } from '../texts/search/patterns.ts'

/** Progress of the count, with a button to stop it; nothing once it is complete. */
export function PatternsProgress({ query }: { query: WatchedQuery<'Patterns'> }) {
  const { answer, stale } = query
  if (answer?.status === 'STOPPED') return <span className="tag-note">{patternTexts.partial}</span>
  if (answer === undefined || stale || !isRunning(answer)) return null
  const { progress, queue_position: position } = answer
  return (
    <span className="running">
      <progress max={100} value={progress} aria-label={patternTexts.progress} />
      <span className="number soft">
        {position === undefined ? patternTexts.percent(Math.floor(progress)) : patternTexts.queued(position)}
      </span>
      <StopButton />
    </span>
  )
}
