import { nameText } from '../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { Panel } from './Panel.tsx'
import { useWidgetQuery } from './use-widget-query.ts'
import { drillDown, equalsPill, type WidgetProps } from './widget-props.ts'

/** The most recently seen values of a field, with their age. */
export function LastWidget({ field, limit, ...props }: WidgetProps & { field: string; limit: number }) {
  const zone = useZone()
  const now = useNow(1)
  const query = useWidgetQuery('LastN', props.range, { field, limit })
  const values = query.answer?.results.totals?.values ?? []
  return (
    <Panel {...props} query={query} empty={values.length === 0}>
      <ul className="last-list">
        {values.map(value => (
          <li key={value.name}>
            <button
              type="button"
              onClick={() => drillDown(props.range, equalsPill(field, value.name))}
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
