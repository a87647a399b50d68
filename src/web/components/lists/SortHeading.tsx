import { Icon } from '../Icon.tsx'
import '../kit.css'

/** The order of a table, and how to change it. */
export interface Sorting {
  /** A field, with `-` before it: descending; empty: the table's own order. */
  ordering: string
  onSort: (ordering: string) => void
}

interface Props extends Sorting {
  text: string
  field: string
  isNumber: boolean
}

/**
 * A heading that sorts its table: first descending for numbers, ascending for names; the third click removes
 * the order.
 */
export function SortHeading({ text, field, ordering, onSort, isNumber }: Props) {
  const isOn = ordering === field || ordering === `-${field}`
  const isDown = ordering.startsWith('-')
  const [first, second] = isNumber ? [`-${field}`, field] : [field, `-${field}`]
  const next = ordering === first ? second : ordering === second ? '' : first
  return (
    <th
      scope="col"
      className={isNumber ? 'end' : undefined}
      aria-sort={isOn ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sort-heading" onClick={() => onSort(next)}>
        {text}
        {isOn && <Icon name={isDown ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
}
