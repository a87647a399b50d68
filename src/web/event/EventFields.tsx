import { type ReactNode, useState } from 'react'
import { fieldText } from '../../charts/name-text.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { Button } from '../components/Button.tsx'
import { Value } from '../results/values/Value.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { eventTexts } from '../texts/search/event.ts'
import { rowTexts } from '../texts/search/results.ts'
import { EventHints } from './EventHints.tsx'

/** UTF-16 units of a value that are drawn at once: more of many values would block the page. */
const maxUnits = 4_000
const plainFields = ['host', 'program', 'severity', 'facility', 'cisco_mnemonic', 'status', 'type'] as const

/** The fields of an event, its user tags, its extra fields, and the recognised addresses and names. */
export function EventFields({ event, control }: { event: EventRecord; control: SearchControl }) {
  const zone = useZone()
  const now = Date.now() / 1000
  const places = Object.entries(event.geoip ?? {})
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
      <Section title={eventTexts.extra}>
        {Object.entries(event.extra_fields).map(([name, value]) => (
          <Field key={name} name={printable(name)}>
            <span className="mono">
              {printable(typeof value === 'string' ? value : JSON.stringify(value))}
            </span>
          </Field>
        ))}
      </Section>
      <Section title={eventTexts.places}>
        {places.map(([field, { city, state, country }]) => (
          <Field key={field} name={fieldText(field)}>
            {printable([city, state, country].filter(part => part !== '').join(', '))}
          </Field>
        ))}
      </Section>
      <EventHints event={event} control={control} />
    </>
  )
}

/** A value; a long value is cut at first. */
function LongValue({ field, value }: { field: string; value: string | number }) {
  const [isWhole, setWhole] = useState(false)
  const { length } = String(value)
  return (
    <>
      <Value field={field} value={value} limit={isWhole ? length : maxUnits} />
      {length > maxUnits && !isWhole && (
        <Button className="small" onClick={() => setWhole(true)}>
          {rowTexts.showAll(length)}
        </Button>
      )}
    </>
  )
}

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
