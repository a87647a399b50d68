import { eventRecord } from '../../../query/event-record.ts'
import type { StoredEvent } from '../../../schema/event/event.ts'
import type { ActionContext } from '../kinds/action.ts'
import { type Captures, captureReader, captureSteps, noCaptures } from './captures.ts'
import type { Values } from './template.ts'

/**
 * The values of variables for one action. Without an event, its texts, names and dates are empty and its
 * numbers 0.
 */
export function valuesOf(context: ActionContext, captures: Captures = noCaptures): Values {
  const event = context.event ?? noEvent
  const record = { ...eventRecord(event, context.zone), ...(context.event === null && noNames) }
  const capture = captureReader(captures, event.message, captureSteps())
  return variable => {
    switch (variable.kind) {
      case 'event':
        if (variable.field === 'snareid') return tagOf(event, 'snareid') || tagOf(event, 'SnareID')
        return String(record[variable.field])
      case 'tag':
        return tagOf(event, variable.tag)
      case 'capture':
        return capture(variable.name, variable.group)
      case 'trigger':
        return String(context.trigger[variable.field])
      case 'matches':
        return String(context.count)
    }
  }
}

function tagOf({ tags }: StoredEvent, name: string): string {
  return Object.hasOwn(tags, name) ? (tags[name] ?? '') : ''
}

const noEvent: StoredEvent = {
  id: 0,
  ts: 0,
  last: 0,
  type: 0,
  severity: 0,
  facility: 0,
  status: 0,
  counter: 0,
  host: '',
  program: '',
  mnemonic: '',
  message: '',
  tags: {},
  triggers: [],
}

/** The names and dates of `noEvent`, which its zeros would otherwise get. */
const noNames = {
  severity_name: '',
  facility_name: '',
  status_name: '',
  first_occurrence_date: '',
  last_occurrence_date: '',
} as const
