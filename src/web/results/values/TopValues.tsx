import { fieldText, nameText } from '../../../charts/name-text.ts'
import { exactNumber } from '../../../charts/number-text.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { topValuesRequest } from '../../search/state/search-requests.ts'
import type { SearchControl } from '../../search/state/use-search-state.ts'
import { useZone } from '../../state/preferences.ts'
import { resultTexts, valueTexts } from '../../texts/search/results.ts'

interface Props {
  field: string
  control: SearchControl
  onPick: (value: string) => void
  onBack: () => void
}

/**
 * The most frequent values of a field among the results, in the menu of a value. A click filters for a value.
 */
export function TopValues({ field, control, onPick, onBack }: Props) {
  const zone = useZone()
  const query = useLiveQuery(topValuesRequest(control.state, zone, field), false)
  const values = query.answer?.results.totals?.values
  return (
    <div className="menu value-menu">
      <MenuItem ref={element => element?.focus()} onClick={onBack}>
        <Icon name="left" /> {valueTexts.back}
      </MenuItem>
      <p className="menu-title">
        {valueTexts.top} <b>{fieldText(field)}</b>
      </p>
      {!values && (
        <p className="menu-title" role="status">
          {query.error === undefined ? resultTexts.searching : valueTexts.topFailed}
        </p>
      )}
      {values?.map(({ name, count }) => (
        <MenuItem key={name} className="top-value" onClick={() => onPick(String(name))}>
          <span className="top-value-name one-line">{nameText(field, name)}</span>
          <span className="number faint">{exactNumber(count)}</span>
        </MenuItem>
      ))}
    </div>
  )
}
