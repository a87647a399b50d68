import { truncateText } from '../../../schema/truncate-text.ts'

/** Longest value in a subject, a header or a URL, characters. */
const maxLineValueLength = 1_000

/** For a text of several lines: other control characters, which terminals obey, become U+FFFD. */
export function escapeText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
}

/** For one line, as of a subject or a header: no line breaks and no other control characters. Cut. */
export function escapeLine(value: string): string {
  return truncateText(value, maxLineValueLength)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
}

/** For a URL or the body of a form: every character that means something there is percent-encoded. */
export function escapePercent(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, character => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}

/** As `escapePercent`, cut: a URL has a limit. */
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

/** For texts and quoted attributes of XML and HTML. */
export function escapeXml(value: string): string {
  return escapeText(value).replace(/[&<>"']/g, character => xmlEntities[character] ?? '')
}

/** For the inside of a string of JSON. */
export function escapeJson(value: string): string {
  return JSON.stringify(value.toWellFormed()).slice(1, -1)
}
