import type { JsonObject } from '../../schema/text/json-object.ts'

const maxPlaceholders = 100

/**
 * The text of a message: the text itself, the text of a list of bytes, the values of a list, or a template
 * filled with the values of the document.
 */
export function messageText(value: unknown, document: JsonObject): string {
  if (Array.isArray(value)) return bytesText(value) ?? value.map(textOfItem).join(' ')
  if (typeof value !== 'string') return ''
  return value === document['@mt'] ? fillTemplate(value, document) : value
}

/** The text of a list of bytes, as `journalctl -o json` writes texts with control characters; undefined for another list. */
export function bytesText(list: readonly unknown[]): string | undefined {
  if (list.length === 0 || !list.every(isByte)) return undefined
  return Buffer.from(list).toString('utf8')
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}

function textOfItem(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A message template (messagetemplates.org) of Serilog's compact format, which leaves the values to the reader. */
function fillTemplate(template: string, document: JsonObject): string {
  let left = maxPlaceholders
  return template.replace(
    /\{\{|\}\}|\{[@$]?(\w{1,100})(?:,-?\d{1,4})?(?::[^{}]{0,100})?\}/g,
    (whole, name?: string) => {
      if (name === undefined) return whole.charAt(0)
      const value = document[name]
      return value === undefined || left-- <= 0 ? whole : textOfItem(value)
    },
  )
}
