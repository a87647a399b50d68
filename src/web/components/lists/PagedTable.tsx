import type { ReactNode } from 'react'
import type { Fetched } from '../../state/use-fetch.ts'
import { ErrorNotice } from '../ErrorNotice.tsx'
import { Pager } from './Pager.tsx'
import { Table, type TableProps } from './Table.tsx'

interface Props<T> extends TableProps<T> {
  /** Objects, of one page or all of them. */
  list: Fetched<{ objects: readonly T[]; page_count?: number }>
  /** Identifies a row. Default: its id. */
  keyOf?: (item: T) => string | number
  /** From 1; undefined: the list has no pages. */
  page?: number
  onPage?: (page: number) => void
  errorTitle: string
  filter?: ReactNode
  empty?: ReactNode
}

/** A list of the service as a table: its filter, pager, error and what is shown when it is empty. */
export function PagedTable<T>({ list, keyOf = idOf, page = 1, onPage, ...props }: Props<T>) {
  const { value, error, retry } = list
  const { errorTitle, filter, empty, ...table } = props
  if (!value && error !== undefined) return <ErrorNotice title={errorTitle} error={error} onRetry={retry} />
  const pages = value?.page_count ?? 1
  return (
    <>
      {(filter || (onPage && pages > 1)) && (
        <div className="list-filter">
          {filter}
          <span className="grow" />
          {onPage && <Pager page={page} pages={pages} onChange={onPage} />}
        </div>
      )}
      {value?.objects.length === 0 && empty}
      {value && value.objects.length > 0 && <Table rows={value.objects} keyOf={keyOf} {...table} />}
    </>
  )
}

function idOf(item: unknown): number {
  return Number(Reflect.get(Object(item), 'id'))
}
