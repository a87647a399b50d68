import type { ReactNode } from 'react'
import { ReadError, type ReadState } from '../ErrorNotice.tsx'
import { Pager } from './Pager.tsx'
import { Table, type TableProps } from './Table.tsx'

interface Props<T> extends TableProps<T> {
  /** The objects of one page, or all objects. */
  list: ReadState<{ objects: readonly T[]; page_count?: number }>
  /** Identifies a row. Default: its id. */
  keyOf?: (item: T) => string | number
  /** From 1; undefined: the list has no pages. */
  page?: number
  onPage?: (page: number) => void
  /** Title above the reason why the list could not be read. */
  errorTitle?: string
  filter?: ReactNode
  empty?: ReactNode
  /** A text below the table. With it, the pager is below the table too; otherwise above. */
  foot?: ReactNode
}

/**
 * A list of the service as a table, with its filter, pager and error, or `empty` if it has no objects. While
 * the service answers a new filter or page, the rows of the previous one stay, dimmed.
 */
export function PagedTable<T>({ list, keyOf = idOf, page = 1, onPage, ...props }: Props<T>) {
  const { errorTitle = '', filter, empty, foot, ...table } = props
  const { data, isStale = false } = list
  const pages = data?.page_count ?? 1
  const isPaged = data !== undefined && Math.max(pages, page) > 1
  const pager = onPage && isPaged && <Pager page={page} pages={pages} onChange={onPage} />
  const isPagerAbove = foot === undefined
  return (
    <>
      {(filter || (isPagerAbove && pager)) && (
        <div className="list-filter">
          {filter}
          <span className="grow" />
          {isPagerAbove && pager}
        </div>
      )}
      <ReadError of={list} title={errorTitle} />
      {data?.objects.length === 0 && !isStale && empty}
      {data && data.objects.length > 0 && (
        <>
          <Table rows={data.objects} keyOf={keyOf} isStale={isStale} {...table} />
          {!isPagerAbove && (
            <footer className={isStale ? 'list-foot row stale' : 'list-foot row'}>
              <span className="faint">{foot}</span>
              <span className="grow" />
              {pager}
            </footer>
          )}
        </>
      )}
    </>
  )
}

/** The member `id` of an object of the service. */
function idOf(item: unknown): number {
  return Number(Reflect.get(Object(item), 'id'))
}
