import type { ReactNode } from 'react'
import { fieldText } from '../../charts/name-text.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import { Value } from '../results/Value.tsx'
import { useZone } from '../state/preferences.ts'

/** The fields of an event, its user tags, and its extra fields. */
export function EventFields({ event }: { event: EventRecord }) {
  const zone = useZone()
  const now = Date.now() / 1000
  const tags = Object.entries(event.user_tags)
  const extras = Object.entries(event.extra_fields)
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
        {(['host', 'program', 'severity', 'facility', 'cisco_mnemonic', 'status', 'type'] as const).map(
          field => (
            <Field key={field} name={fieldText(field)}>
              <Value field={field} value={event[field]} />
            </Field>
          ),
        )}
      </dl>
      <Section title="User tags">
        {tags.map(([name, value]) => (
          <Field key={name} name={fieldText(name)}>
            <Value field={name} value={value} />
          </Field>
        ))}
      </Section>
      <Section title="Extra fields">
        {extras.map(([name, value]) => (
          <Field key={name} name={printable(name)}>
            <span className="mono">
              {printable(typeof value === 'string' ? value : JSON.stringify(value))}
            </span>
          </Field>
        ))}
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
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
