import { nameText } from '../../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../../charts/number-text.ts'
import { agoText, momentText } from '../../../charts/time-text.ts'
import { useNow } from '../../components/use-now.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { ContentProps } from './content-props.ts'
import { MoreRows } from './MoreRows.tsx'
import { maxRows } from './max-rows.ts'
import { shortLabel } from './short-label.ts'

/** A value seen within this time has a coloured dot. */
const recentSeconds = 30

/** The most recently seen values of a field, with their age. */
export function LastContent({ answer, zone, links }: ContentProps<'LastN'>) {
  const now = useNow(1)
  const field = String(answer.params.field ?? 'host')
  const into = links.into
  const { values } = answer.results.totals
  return (
    <div className="widget-scroll">
      <ul className="widget-last">
        {values.slice(0, maxRows).map(value => (
          <li key={value.name}>
            <button
              type="button"
              className="option"
              disabled={!into}
              onClick={() => into?.({ field, value: value.name })}
              title={widgetTexts.seenAt(momentText(value.last_seen, zone, true), value.count)}
            >
              <i className={now - value.last_seen < recentSeconds ? 'recent' : undefined} />
              <span className="grow one-line">{shortLabel(nameText(field, value.name))}</span>
              <span className="number faint" title={exactNumber(value.count)}>
                {shortNumber(value.count)}
              </span>
              <span className="number soft widget-last-age">{agoText(value.last_seen, now)}</span>
            </button>
          </li>
        ))}
      </ul>
      <MoreRows count={values.length - maxRows} />
    </div>
  )
}
