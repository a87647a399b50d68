import type { FieldName } from '../patterns/field-names.ts'
import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { Pattern } from '../patterns/pattern.ts'
import { addRequest, quotedAt } from './request.ts'

/** The fields that readAccessLog may add. */
export const accessLogFields: readonly FieldName[] = [
  'client.address',
  'user.name',
  'http.request.method',
  'url.path',
  'url.domain',
  'http.response.status_code',
  'http.response.body.size',
  'user_agent.original',
  'server.address',
]

const client = new Pattern('{client.address:address} {:word} {user.name:word} [{:text}] *')
const withHost = new Pattern(
  '{server.address:address}:{:number} {client.address:address} {:word} {user.name:word} [{:text}] *',
)

/**
 * Reads the common and combined log formats of nginx, Apache and other servers, also with the virtual host
 * first (`vhost_combined`): `192.0.2.1 - ann [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 5
 * "-" "curl/8.5"`. More columns may follow.
 */
export function readAccessLog(text: string, at: number, draft: FieldsDraft): boolean {
  const open = text.indexOf(' [', at)
  if (open === -1) return false
  const request = quotedAt(text, text.indexOf('] "', open) + 2)
  if (request === undefined) return false
  const statusEnd = request.end + 4
  const status = text.slice(request.end + 1, statusEnd)
  if (text.charCodeAt(request.end) !== 0x20 || !isStatus(status)) return false
  const sizeEnd = wordEnd(text, statusEnd + 1)
  const size = text.slice(statusEnd + 1, sizeEnd)
  if (!isDigits(size) && size !== '-') return false
  if (!client.read(text, at, draft) && !withHost.read(text, at, draft)) return false
  addRequest(request.text, draft)
  draft.add('http.response.status_code', status)
  draft.add('http.response.body.size', size)
  const referer = quotedAt(text, sizeEnd + 1)
  const agent = referer && quotedAt(text, referer.end + 1)
  if (agent !== undefined) draft.add('user_agent.original', agent.text)
  return true
}

/** The position after the word at `start`. */
function wordEnd(text: string, start: number): number {
  const end = text.indexOf(' ', start)
  return end === -1 ? text.length : end
}

/** Whether a text is an HTTP status: three digits. Some servers write 000 for a client that went away. */
export function isStatus(text: string): boolean {
  return text.length === 3 && isDigits(text)
}

/** Whether a text has digits only, at least one. */
export function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x30 || unit > 0x39) return false
  }
  return text !== ''
}
