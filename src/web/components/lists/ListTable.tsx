import type { ReactNode } from 'react'
import type { ListPage } from '../../api/http/list-page.ts'
import type { Fetched } from '../../state/use-fetch.ts'
import { ErrorNotice } from '../ErrorNotice.tsx'
import { printableText } from '../printable-text.ts'
import { Pager } from './Pager.tsx'

export interface Column<T> {
  heading: string
  className?: string
  cell: (item: T) => ReactNode
}

interface Props<T extends { id: number }> {
  list: Fetched<ListPage<T>>
  columns: readonly Column<T>[]
  rowClass?: (item: T) => string | undefined
  /** From 1. */
  page: number
  onPage: (page: number) => void
  errorTitle: string
  filter?: ReactNode
  empty: ReactNode
}

export const actionsColumn = 'cell-actions'

/** One page of a list as a table, with its pager. */
export function ListTable<T extends { id: number }>(props: Props<T>) {
  const { list, columns, rowClass, page, onPage, errorTitle, filter, empty } = props
  const { value, error, retry } = list
  if (!value && error !== undefined) return <ErrorNotice title={errorTitle} error={error} onRetry={retry} />
  const pages = value?.page_count ?? 1
  return (
    <>
      {(filter || pages > 1) && (
        <div className="list-filter">
          {filter}
          <span className="grow" />
          <Pager page={page} pages={pages} onChange={onPage} />
        </div>
      )}
      {value?.objects.length === 0 && empty}
      {value && value.objects.length > 0 && (
        <table className="list-table">
          <thead>
            <tr>
              {columns.map(({ heading, className }) => (
                <th key={heading} scope="col" className={className === 'end number' ? 'end' : undefined}>
                  {className === actionsColumn ? <span className="unseen">{heading}</span> : heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value.objects.map(item => (
              <tr key={item.id} className={rowClass?.(item)}>
                {columns.map(({ heading, className = '', cell }) => (
                  <td
                    key={heading}
                    className={className}
                    data-label={className.startsWith('cell-') ? undefined : heading}
                  >
                    {printableText(cell(item))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
