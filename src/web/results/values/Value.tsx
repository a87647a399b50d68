import { fieldText, nameText } from '../../../charts/name-text.ts'
import { Severity } from '../../components/Severity.tsx'
import { rowTexts, valueTexts } from '../../texts/search/results.ts'
import { beginningIfLong } from './beginning-if-long.ts'
import { useValueMenu } from './value-menu.tsx'

interface Props {
  field: string
  value: string | number
  tabIndex?: number
  /** Maximum UTF-16 units that are shown. */
  limit?: number
}

/** Maximum UTF-16 units of a value in a row, and of its tooltip. */
const maxUnits = 200

/** A value of a field, which opens the value menu. */
export function Value({ field, value, tabIndex, limit = maxUnits }: Props) {
  const open = useValueMenu()
  if (value === '') return <span className="faint">{rowTexts.empty}</span>
  const text = String(value)
  const cut = (units: number) => {
    const beginning = beginningIfLong(text, units)
    return nameText(field, beginning === undefined ? value : `${beginning}${rowTexts.cut}`)
  }
  return (
    <button
      type="button"
      className="value"
      tabIndex={tabIndex}
      title={valueTexts.field(fieldText(field), cut(maxUnits))}
      onClick={event => {
        event.stopPropagation()
        open(field, text, event.currentTarget)
      }}
    >
      {field === 'severity' ? <Severity severity={Number(value)} isShort /> : cut(limit)}
    </button>
  )
}
