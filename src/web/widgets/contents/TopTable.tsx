import { fieldText } from '../../../charts/name-text.ts'
import { exactNumber, shareText } from '../../../charts/number-text.ts'
import type { RankedRow } from '../../../charts/ranking.ts'
import type { TopNResults } from '../../../schema/query/top-n.ts'
import { Sparkline } from '../../graphics/Sparkline.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'

interface Props {
  field: string
  rows: readonly RankedRow[]
  /** Design token of each row. */
  colours: readonly string[]
  details: TopNResults['details']
  onPick: ((row: RankedRow) => void) | undefined
}

/** Values with count, share and, if the query has periods, their trend. */
export function TopTable({ field, rows, colours, details, onPick }: Props) {
  const hasTrend = details !== undefined && details.length > 1
  return (
    <div className="widget-scroll">
      <table className="widget-table">
        <thead>
          <tr>
            <th scope="col">{fieldText(field)}</th>
            <th scope="col" className="right">
              {widgetTexts.count}
            </th>
            <th scope="col" className="right">
              {widgetTexts.share}
            </th>
            {hasTrend && <th scope="col">{widgetTexts.trend}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.rest}${row.name}`}>
              <th scope="row">
                {row.rest || onPick === undefined ? (
                  <span className="widget-table-name one-line">{row.label}</span>
                ) : (
                  <button
                    type="button"
                    className="widget-table-name one-line"
                    title={`${row.label}. ${widgetTexts.searchValue}`}
                    onClick={() => onPick(row)}
                  >
                    {row.label}
                  </button>
                )}
              </th>
              <td className="number right">{exactNumber(row.count)}</td>
              <td className="number right soft">{shareText(row.share)}</td>
              {hasTrend && (
                <td>
                  {!row.rest && (
                    <Sparkline
                      values={details.map(period => period.total_values[index]?.count ?? 0)}
                      colour={colours[index] ?? '--series-rest'}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
