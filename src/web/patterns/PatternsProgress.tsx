import { useState } from 'react'
import { errorText } from '../api/api-error.ts'
import { isRunning, stopQuery } from '../api/queries.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { showToast } from '../components/toast.tsx'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { patternTexts } from '../texts/patterns.ts'

/** How far the count is, with a button to stop it; nothing when it is complete. */
export function PatternsProgress({ query }: { query: WatchedQuery<'Patterns'> }) {
  const [stopping, setStopping] = useState(false)
  const { answer, stale } = query
  if (answer?.status === 'STOPPED') return <span className="tag-note">{patternTexts.partial}</span>
  if (answer === undefined || stale || !isRunning(answer)) return null
  const stop = async () => {
    setStopping(true)
    try {
      query.setAnswer(await stopQuery<'Patterns'>(answer.query_id))
    } catch (error) {
      showToast(errorText(error))
    } finally {
      setStopping(false)
    }
  }
  const { progress, queue_position: position } = answer
  return (
    <span className="running">
      <progress max={100} value={progress} aria-label={patternTexts.progress} />
      <span className="number soft">
        {position === undefined ? patternTexts.percent(Math.floor(progress)) : patternTexts.queued(position)}
      </span>
      <Button className="small" disabled={stopping} onClick={() => void stop()}>
        <Icon name="stop" size={12} /> {patternTexts.stop}
      </Button>
    </span>
  )
}
