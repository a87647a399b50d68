import { escapeText } from '../../../schema/text/escape-text.ts'
import { truncateText } from '../../../schema/text/truncate-text.ts'

/** Maximum characters of a value in a subject, a header or a URL. */
const maxLineValueLength = 1_000

/** Escapes for one line, such as a subject or a header: no line breaks, no control characters. Truncates. */
export function escapeLine(value: string): string {
  return truncateText(value, maxLineValueLength)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
}

/** Escapes for a URL or a form body: percent-encodes every character with a meaning there. */
export function escapePercent(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, character => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}

/** As `escapePercent`, truncated, since a URL has a limit. */
export function escapeUrl(value: string): string {
  return escapePercent(truncateText(value, maxLineValueLength))
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes for texts and quoted attributes of XML and HTML. */
export function escapeXml(value: string): string {
  return escapeText(value).replace(/[&<>"']/g, character => xmlEntities[character] ?? '')
}

/** Escapes for the inside of a JSON string. */
export function escapeJson(value: string): string {
  return JSON.stringify(value.toWellFormed()).slice(1, -1)
}
