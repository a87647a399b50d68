import { Icon } from '../components/Icon.tsx'

interface Props {
  text: string
  field: string
  query: { ordering: string }
  change: (change: { ordering: string }) => void
  isNumber?: boolean
}

/**
 * A heading that sorts its table: first descending for numbers, ascending for names; the third click removes
 * the order.
 */
export function SortHeading({ text, field, query: { ordering }, change, isNumber = false }: Props) {
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
      <button type="button" className="ingest-sort" onClick={() => change({ ordering: next })}>
        {text}
        {isOn && <Icon name={isDown ? 'down' : 'up'} size={12} />}
      </button>
    </th>
  )
}
