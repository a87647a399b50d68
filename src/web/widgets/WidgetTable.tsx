import { useMemo } from 'react'
import type { QueryType } from '../../schema/query/query.ts'
import { widgetTexts } from '../texts/dashboards/widgets.ts'
import type { AnswerWithResults } from './contents/content-props.ts'
import { tableOf } from './table-of.ts'

interface Props {
  title: string
  answer: AnswerWithResults<QueryType>
  zone: string
}

/**
 * The results of a widget as a plain table: the same data as the chart, for reading and for screen readers.
 */
export function WidgetTable({ title, answer, zone }: Props) {
  const { columns, rows, moreCount } = useMemo(
    () => tableOf(answer.results, answer.params, zone),
    [answer.results, answer.params, zone],
  )
  return (
    <div className="widget-body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
      <section className="widget-scroll" tabIndex={0} aria-label={widgetTexts.tableOf(title)}>
        <table className="widget-table plain">
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={index}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: so have cells
                  <td key={at} className="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {moreCount > 0 && <p className="faint">{widgetTexts.moreRows(moreCount)}</p>}
      </section>
    </div>
  )
}
