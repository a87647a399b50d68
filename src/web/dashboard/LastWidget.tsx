import { nameText } from '../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import { useNow } from '../components/use-now.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import { useZone } from '../state/preferences.ts'
import { timeRangeOf } from '../time/range.ts'
import { Panel } from './Panel.tsx'
import { drillDown, drillDownAddress, equalsPill, type WidgetProps } from './widget-props.ts'

/** Who was heard last, and how long ago. */
export function LastWidget({
  title,
  span,
  range,
  field,
  limit,
}: WidgetProps & { field: string; limit: number }) {
  const zone = useZone()
  const now = useNow(1)
  const query = useLiveQuery(
    { type: 'LastN', params: { time_range: timeRangeOf(range, zone), field, limit } },
    true,
  )
  const values = query.answer?.results.totals?.values ?? []
  return (
    <Panel
      title={title}
      span={span}
      query={query}
      search={drillDownAddress(range)}
      empty={values.length === 0}
    >
      <ul className="last-list">
        {values.map(value => (
          <li key={value.name}>
            <button
              type="button"
              onClick={() => drillDown(range, equalsPill(field, value.name))}
              title={`Last seen ${momentText(value.last_seen, zone, true)}; ${exactNumber(value.count)} events`}
            >
              <i className={now - value.last_seen < 30 ? 'awake' : undefined} />
              <span className="last-name">{nameText(field, value.name)}</span>
              <span className="number faint">{shortNumber(value.count)}</span>
              <span className="number soft last-age">{agoText(value.last_seen, now)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
