import { type ReactNode, useState } from 'react'
import { fieldText } from '../../charts/name-text.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Hint, HintAction } from '../../schema/event/hint.ts'
import { operators } from '../../schema/filter/operator.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { copyText } from '../components/toast.tsx'
import { FieldLinks } from '../field-links/FieldLinks.tsx'
import { Value } from '../results/values/Value.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { eventTexts } from '../texts/search/event.ts'
import { rowTexts, valueTexts } from '../texts/search/results.ts'

/** Maximum UTF-16 units of a value that are drawn at first: many longer values would block the page. */
const maxUnits = 4_000
/** Fields of every event, besides its times and its message. */
const plainFields = ['host', 'program', 'severity', 'facility', 'cisco_mnemonic', 'status', 'type'] as const

/** The fields of an event, its user tags, the locations of its addresses, and its hints. */
export function EventFields({ event, control }: { event: EventRecord; control: SearchControl }) {
  const zone = useZone()
  const now = Date.now() / 1000
  const moment = (seconds: number) => (
    <>
      <span className="number">{momentText(seconds, zone, true)}</span>{' '}
      <span className="faint">{agoText(seconds, now)}</span>
    </>
  )
  return (
    <>
      <dl className="fields">
        <Field name={fieldText('first_occurrence')}>{moment(event.first_occurrence)}</Field>
        {event.counter > 1 && (
          <Field name={fieldText('last_occurrence')}>{moment(event.last_occurrence)}</Field>
        )}
        {event.counter > 1 && <Field name={fieldText('counter')}>{exactNumber(event.counter)}</Field>}
        {plainFields.map(field => (
          <Field key={field} name={fieldText(field)}>
            <LongValue field={field} value={event[field]} />
          </Field>
        ))}
      </dl>
      <Section title={eventTexts.tags}>
        {Object.entries(event.user_tags).map(([name, value]) => (
          <Field key={name} name={fieldText(name)}>
            <LongValue field={name} value={value} />
          </Field>
        ))}
      </Section>
      <Section title={eventTexts.places}>
        {Object.entries(event.geoip ?? {}).map(([field, { city, state, country }]) => (
          <Field key={field} name={fieldText(field)}>
            {printable([city, state, country].filter(part => part !== '').join(', '))}
          </Field>
        ))}
      </Section>
      <EventHints event={event} control={control} />
    </>
  )
}

/** A value; a long value is truncated until the user asks for all of it. */
function LongValue({ field, value }: { field: string; value: string | number }) {
  const [showsAll, setShowsAll] = useState(false)
  const { length } = String(value)
  return (
    <>
      <Value field={field} value={value} limit={showsAll ? length : maxUnits} />
      {length > maxUnits && !showsAll && (
        <Button className="small" onClick={() => setShowsAll(true)}>
          {rowTexts.showAll(length)}
        </Button>
      )}
      <FieldLinks field={field} value={value} className="field-link link" />
    </>
  )
}

/** A list of fields under a heading; nothing without fields. */
function Section({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <dl className="fields">{children}</dl>
    </>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const maxHints = 40
/** Maximum UTF-16 units of an address or name that are shown. */
const maxHintUnits = 120

/** Addresses and names that the service recognised in an event, each with its actions. */
function EventHints({ event, control }: { event: EventRecord; control: SearchControl }) {
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

/** A recognised address or name, with a menu of its actions. */
function HintMenu({ hint, control }: { hint: Hint; control: SearchControl }) {
  const hintText = printable(truncateText(hint.value, maxHintUnits))
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

/** The hints of all fields, each type and value once. */
function distinctHints(event: EventRecord): Hint[] {
  const byValue = new Map<string, Hint>()
  for (const hint of Object.values(event.actions_hint ?? {}).flat()) {
    const key = `${hint.type} ${hint.value}`
    if (!byValue.has(key)) byValue.set(key, hint)
  }
  return [...byValue.values()]
}
