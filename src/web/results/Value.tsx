import { fieldText, nameText } from '../../charts/name-text.ts'
import { SeverityBadge } from '../components/SeverityBadge.tsx'
import { useValueMenu } from './value-menu.tsx'

/** A value of a field, which opens the value menu. */
export function Value({ field, value }: { field: string; value: string | number }) {
  const open = useValueMenu()
  if (value === '') return <span className="faint">–</span>
  const shown = nameText(field, value)
  return (
    <button
      type="button"
      className="value"
      title={`${fieldText(field)}: ${shown}`}
      onClick={event => {
        event.stopPropagation()
        open(field, String(value), event.currentTarget)
      }}
    >
      {field === 'severity' ? <SeverityBadge severity={Number(value)} /> : shown}
    </button>
  )
}
