import type { ComponentProps, ReactNode, Ref } from 'react'
import { Icon } from '../Icon.tsx'
import { printableText } from '../printable-text.ts'
import '../kit.css'

/** A column of a table of objects. */
export interface Column<T> {
  heading: string
  /** The heading is only for screen readers. */
  isHeadingUnseen?: boolean
  /** Shown in place of the heading's text, such as a checkbox for all rows. */
  control?: ReactNode
  /**
   * Class of the cells. `end` also aligns the heading. In a narrow window, cells whose class begins with
   * `cell-` have no label.
   */
  className?: string
  /** The field that the heading sorts by. With `-` before it, the first click sorts in descending order. */
  sortBy?: string
  title?: (item: T) => string | undefined
  cell: (item: T, index: number) => ReactNode
}

/** Properties of `Table` that `PagedTable` passes on. */
export interface TableProps<T> {
  columns: readonly Column<T>[]
  rowClass?: (item: T) => string | undefined
  className?: string
  /** The order of the rows, if headings sort. */
  sorting?: Sorting
  /** Further attributes of a row. */
  rowAttributes?: (item: T) => ComponentProps<'tr'> | undefined
  ref?: Ref<HTMLTableElement>
  /** The rows are being read. */
  isBusy?: boolean
  /** The rows are of the previous filter or page, until the answer to the current one arrives. */
  isStale?: boolean
}

interface Props<T> extends TableProps<T> {
  rows: readonly T[]
  keyOf: (item: T) => string | number
}

/** The class of the column with the buttons of a row; its heading is invisible. */
export const actionsColumn = 'cell-actions'

/** A table with a row for each object. In a narrow window, each row is a card with labelled values. */
export function Table<T>(props: Props<T>) {
  const { rows, columns, keyOf, rowClass, rowAttributes, className, sorting, ref, isBusy, isStale } = props
  return (
    <table
      ref={ref}
      className={['list-table', className, isStale && 'stale'].filter(Boolean).join(' ')}
      aria-busy={isBusy || isStale}
    >
      <thead>
        <tr>
          {columns.map(column => (
            <Heading key={column.heading} {...column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((item, index) => (
          <tr key={keyOf(item)} className={rowClass?.(item)} {...rowAttributes?.(item)}>
            {columns.map(({ heading, isHeadingUnseen, className, title, cell }) => (
              <td
                key={heading}
                className={className}
                data-label={isHeadingUnseen || className?.startsWith('cell-') ? undefined : heading}
                title={title?.(item)}
              >
                {printableText(cell(item, index))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeadingProps
  extends Pick<Column<never>, 'heading' | 'isHeadingUnseen' | 'control' | 'className' | 'sortBy'> {
  sorting: Sorting | undefined
}

/** The heading of a column: its text, a control, or a button that sorts. */
function Heading({ heading, isHeadingUnseen, control, className, sortBy, sorting }: HeadingProps) {
  const isEnd = className?.split(' ').includes('end') === true
  if (control !== undefined)
    return (
      <th scope="col" className={className}>
        {control}
      </th>
    )
  if (sortBy !== undefined && sorting)
    return <SortHeading text={heading} sortBy={sortBy} isNumber={isEnd} {...sorting} />
  return (
    <th scope="col" className={isEnd ? 'end' : undefined}>
      {isHeadingUnseen || className === actionsColumn ? <span className="unseen">{heading}</span> : heading}
    </th>
  )
}

/** The order of a table, and how to change it. */
interface Sorting {
  /** A field; `-` before it means descending. Empty: the table's own order. */
  ordering: string
  onSort: (ordering: string) => void
  /** The table is always sorted by a heading: a third click reverses the order again. */
  isAlways?: boolean
}

interface SortHeadingProps extends Sorting {
  text: string
  /** See `Column`. */
  sortBy: string
  isNumber: boolean
}

/**
 * A heading that sorts its table. The first click sorts numbers, and fields with `-`, in descending order;
 * other fields in ascending order. The second click reverses the order, and the third click removes it.
 */
function SortHeading({ text, sortBy, ordering, onSort, isNumber, isAlways }: SortHeadingProps) {
  const field = sortBy.replace(/^-/, '')
  const isActive = ordering === field || ordering === `-${field}`
  const isDescending = ordering.startsWith('-')
  const startsDescending = isNumber || sortBy.startsWith('-')
  const [first, second] = startsDescending ? [`-${field}`, field] : [field, `-${field}`]
  let next = first
  if (ordering === first) next = second
  else if (ordering === second && !isAlways) next = ''
  return (
    <th
      scope="col"
      className={isNumber ? 'end' : undefined}
      aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sort-heading" onClick={() => onSort(next)}>
        {text}
        {isActive && <Icon name={isDescending ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
}
