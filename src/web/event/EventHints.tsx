import { printable } from '../../charts/printable.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Hint, HintAction } from '../../schema/event/hint.ts'
import { operators } from '../../schema/filter/operator.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { copyText } from '../components/toast.tsx'
import { truncateMessage } from '../results/values/truncate-message.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { navigate } from '../state/location.ts'
import { eventTexts } from '../texts/search/event.ts'
import { valueTexts } from '../texts/search/results.ts'

const maxHints = 40
const maxUnits = 120

/** Addresses and names that the service recognised in an event, each with its actions. */
export function EventHints({ event, control }: { event: EventRecord; control: SearchControl }) {
  const hints = distinctHints(event).slice(0, maxHints)
  if (hints.length === 0) return null
  return (
    <>
      <h2>{eventTexts.hints}</h2>
      <div className="hints">
        {hints.map(hint => (
          <HintMenu key={`${hint.type} ${hint.value}`} hint={hint} control={control} />
        ))}
      </div>
    </>
  )
}

function HintMenu({ hint, control }: { hint: Hint; control: SearchControl }) {
  const hintText = printable(truncateMessage(hint.value, maxUnits) ?? hint.value)
  const place = hint.geoip && [hint.geoip.city, hint.geoip.country].filter(part => part !== '').join(', ')
  const apply = ({ kind, condition, url }: HintAction) => {
    if (url !== undefined) return navigate(url)
    const op = operators.find(known => known === condition.op)
    if (!op) return
    // A search drops the other filters, since they may hide events with the value.
    if (kind === 'search') control.change({ text: condition.value, pills: [], view: 'events' })
    else control.addPill({ field: condition.field, op, values: [condition.value], off: false })
  }
  const names = {
    search: eventTexts.hintSearch,
    filter: eventTexts.hintFilter,
    exclude: eventTexts.hintExclude,
    trigger: eventTexts.hintTrigger,
  }
  const icons = { search: 'search', filter: 'plus', exclude: 'minus', trigger: 'bell' } as const
  return (
    <MenuButton
      className="chip hint"
      menu
      content={
        <>
          <span className="faint">{eventTexts.hintKinds[hint.type]}</span>{' '}
          <span className="hint-value">{hintText}</span>
          {place && <span className="faint">{printable(place)}</span>}
        </>
      }
    >
      {hint.actions.map(action => (
        <MenuItem key={action.kind} onClick={() => apply(action)}>
          <Icon name={icons[action.kind]} /> {names[action.kind]}
        </MenuItem>
      ))}
      <MenuItem onClick={() => void copyText(hint.value)}>
        <Icon name="copy" /> {valueTexts.copy}
      </MenuItem>
    </MenuButton>
  )
}

/** One hint of each value, in the order of the event. */
function distinctHints(event: EventRecord): Hint[] {
  const byValue = new Map<string, Hint>()
  for (const hint of Object.values(event.actions_hint ?? {}).flat()) {
    const key = `${hint.type} ${hint.value}`
    if (!byValue.has(key)) byValue.set(key, hint)
  }
  return [...byValue.values()]
}
