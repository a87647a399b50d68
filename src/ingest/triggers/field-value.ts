import { parseFieldName } from '../../filter/predicate/field.ts'
import { tagValue } from '../../filter/predicate/tag-value.ts'
import { eventTypes, type ParsedEvent } from '../../schema/event/event.ts'
import { RowBuffer } from '../spool/rows/row-buffer.ts'
import { Templater } from '../templates/templater.ts'

type ReadValue = (event: ParsedEvent) => string

/** Compiles a reader of a field by its name in a filter, or `template`. It returns text, '' if absent. */
export function compileFieldValue(name: string | null): ReadValue {
  if (name === null) return () => ''
  if (name === 'template') return templateOf
  const found = parseFieldName(name)
  switch (found.kind) {
    case 'tag': {
      const { tag } = found.field
      return event => tagValue(event.tags, tag)
    }
    case 'message':
      return event => event.message
    case 'text':
      return textFields[found.field]
    case 'number':
      return numberFields[found.field] ?? (() => '')
  }
}

const textFields: Readonly<Record<'host' | 'program' | 'cisco_mnemonic' | 'type', ReadValue>> = {
  host: event => event.host,
  program: event => event.program,
  cisco_mnemonic: event => event.mnemonic,
  type: event => eventTypes[event.type] ?? '',
}

const numberFields: Readonly<Record<string, ReadValue>> = {
  severity: event => String(event.severity),
  facility: event => String(event.facility),
  status: event => String(event.status),
}

const templater = new Templater()
const encoded = new RowBuffer(64 * 1024)

/** The template of the message. The row of the event has it too, unless TemplateAdmission refuses it. */
function templateOf({ message }: ParsedEvent): string {
  encoded.length = 0
  encoded.reserve(message.length * 3 + 4)
  const end = encoded.bytes.write(message, 0)
  templater.write(encoded.bytes, encoded.view, 0, end)
  return templater.bytes.toString('utf8', 0, templater.length)
}
