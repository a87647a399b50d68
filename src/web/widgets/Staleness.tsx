import { momentText } from '../../charts/time-text.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { errorText } from '../api/http/api-error.ts'
import { isRunning, type QueryAnswer } from '../api/queries.ts'
import { useNow } from '../components/use-now.ts'
import { widgetTexts } from '../texts/dashboards/widgets.ts'
import { lagSeconds } from './lag.ts'

/** Shows why results are not current; nothing while they are. */
export function Staleness({ answer, error, zone }: { answer: QueryAnswer; error: unknown; zone: string }) {
  const now = useNow(5)
  const asOf = widgetTexts.asOf(momentText(answer.base_time, zone))
  if (answer.status === 'STOPPED')
    return (
      <span className="tag-note" title={asOf}>
        {widgetTexts.stopped}
      </span>
    )
  if (isRunning(answer))
    return (
      <span className="faint number widget-note">
        {answer.queue_position === undefined
          ? widgetTexts.partial(answer.progress)
          : widgetTexts.queued(answer.queue_position)}
      </span>
    )
  if (error !== undefined)
    return (
      <span className="tag-note" title={`${errorText(error)} ${asOf}`}>
        {widgetTexts.outdated}
      </span>
    )
  const lag = lagSeconds(answer, now)
  if (lag !== undefined)
    return (
      <span className="tag-note number" title={asOf}>
        {widgetTexts.behind(lag)}
      </span>
    )
  const bound = boundOf(answer.results)
  return bound === undefined ? null : (
    <span className="faint widget-note" title={bound}>
      {widgetTexts.approximate}
    </span>
  )
}

/** The error bound of approximate results, in words. */
function boundOf(results: unknown): string | undefined {
  const totals = isObject(results) && isObject(results.totals) ? results.totals : {}
  return totals.approximate === true ? String(totals.bound ?? widgetTexts.approximate) : undefined
}
