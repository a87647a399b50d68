import { eventTypes, type ParsedEvent } from '../../../schema/event/event.ts'
import { type MessageFormat, messageFormats } from '../../../schema/event/message-format.ts'
import { AutomaticFields } from '../automatic-fields.ts'

/** The user tags that a message gets. */
export function fieldsOf(
  message: string,
  {
    formats = messageFormats,
    ...members
  }: Partial<ParsedEvent> & { formats?: readonly MessageFormat[] } = {},
): Record<string, string> {
  const event: ParsedEvent = {
    ts: 0,
    host: 'h',
    program: '',
    facility: 1,
    severity: 5,
    mnemonic: '',
    message,
    type: eventTypes.indexOf('SYSLOG'),
    status: 0,
    tags: Object.freeze(Object.create(null)),
    extra: {},
    ...members,
  }
  new AutomaticFields(formats).apply(event)
  return { ...event.tags }
}
