import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { Sparkline } from '../../graphics/Sparkline.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { ContentProps } from './content-props.ts'
import { shortLabel } from './short-label.ts'

/**
 * The most frequent patterns of messages with their counts and trends. A new one has a note in place of its
 * trend.
 */
export function PatternsContent({ answer, links }: ContentProps<'Patterns'>) {
  const into = links.intoFilter
  return (
    <div className="widget-scroll">
      <table className="widget-table">
        <thead>
          <tr>
            <th scope="col">{widgetTexts.pattern}</th>
            <th scope="col" className="right">
              {widgetTexts.count}
            </th>
            <th scope="col">{widgetTexts.trend}</th>
          </tr>
        </thead>
        <tbody>
          {answer.results.totals.values.map(value => (
            <tr key={value.pattern}>
              <th scope="row">
                <button
                  type="button"
                  className="widget-table-name mono one-line"
                  disabled={!into}
                  title={shortLabel(printable(value.example ?? value.pattern))}
                  onClick={() => into?.(value.filter)}
                >
                  {shortLabel(printable(value.pattern))}
                </button>
              </th>
              <td className="number right">{exactNumber(value.count)}</td>
              <td>
                {value.is_new ? (
                  <span className="tag-note">{widgetTexts.isNew}</span>
                ) : (
                  value.counts && <Sparkline values={value.counts} colour="--bar" />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
