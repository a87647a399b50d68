import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { linesOf, type Parser, type ParserFamily } from '../patterns/parser.ts'
import { Pattern } from '../patterns/pattern.ts'
import { accessLogFields, isStatus, readAccessLog } from '../readers/access-log.ts'
import { cell, splitColumns } from '../readers/columns.ts'
import { addRequest, addTarget, hostOf, quotedAt } from '../readers/request.ts'

const accessLog: Parser = {
  product:
    'Access logs in the common or combined format: nginx, Apache, Tomcat, lighttpd, Traefik, Caddy, Varnish',
  programs: [
    'nginx',
    'apache',
    'apache2',
    'httpd',
    'tomcat',
    'catalina',
    'lighttpd',
    'traefik',
    'caddy',
    'varnishncsa',
    'openresty',
    'angie',
    'ingress-nginx',
  ],
  startsWith: '0123456789:',
  example:
    '192.0.2.7 - ann [02/Jan/2026:03:04:05 +0000] "GET /cart?id=7 HTTP/1.1" 200 5316 "-" "Mozilla/5.0"',
  read: readAccessLog,
  fields: accessLogFields,
}

const nginxHead = new Pattern('{:word} {:word} [{:word}] {:number}#{:number}: {:text}')
const nginxRequest = new Pattern('{error.message:text}, client: {client.address:address}*')

const nginxErrors: Parser = {
  product: 'nginx, error log',
  programs: ['nginx', 'openresty', 'angie', 'ingress-nginx'],
  example:
    '2026/01/02 03:04:05 [error] 31#31: *5 open() "/srv/a" failed (2: No such file or directory), client: 192.0.2.7, server: shop.example, request: "GET /a HTTP/1.1", host: "shop.example"',
  read: readNginxError,
  fields: [
    'error.message',
    'client.address',
    'server.address',
    'http.request.method',
    'url.path',
    'url.domain',
    'upstream.address',
  ],
}

/** Levels of lines that report no error. */
const quietLevels: ReadonlySet<string> = new Set(['debug', 'info', 'notice'])

/** Parts after the client, in this order: server, request, upstream, host. */
function readNginxError(text: string, at: number, draft: FieldsDraft): boolean {
  // The slash of 2026/01/02.
  if (text[at + 4] !== '/' || !nginxHead.read(text, at, draft)) return false
  const levelAt = text.indexOf('[', at) + 1
  let start = text.indexOf(': ', levelAt) + 2
  // Skips the number of the connection, `*5 `.
  if (text[start] === '*') start = text.indexOf(' ', start) + 1
  if (!nginxRequest.read(text, start, draft)) {
    if (quietLevels.has(text.slice(levelAt, text.indexOf(']', levelAt)))) return false
    draft.add('error.message', text.slice(start))
    return true
  }
  const client = text.indexOf(', client: ', at)
  draft.add('server.address', partAfter(text, ', server: ', client))
  const request = text.indexOf(', request: ', client)
  if (request !== -1) addRequest(quotedAt(text, request + 11)?.text ?? '', draft)
  const upstream = text.indexOf(', upstream: "', client)
  if (upstream !== -1) draft.add('upstream.address', upstreamOf(quotedAt(text, upstream + 12)?.text ?? ''))
  const host = text.indexOf(', host: ', client)
  if (host !== -1) draft.add('url.domain', hostOf(quotedAt(text, host + 8)?.text ?? ''))
  return true
}

/** The host and port of `http://10.0.0.5:8080/path`; the whole text of `fastcgi://unix:/run/php.sock:`. */
function upstreamOf(address: string): string {
  const start = address.indexOf('://') + 3
  const slash = address.indexOf('/', start)
  return address.startsWith('unix:', start) || slash === -1
    ? address.slice(start)
    : address.slice(start, slash)
}

/** The text from a label to the next comma; '' without the label. */
function partAfter(text: string, label: string, from: number): string {
  const start = text.indexOf(label, from)
  if (start === -1) return ''
  const end = text.indexOf(',', start + label.length)
  return text.slice(start + label.length, end === -1 ? text.length : end)
}

const apacheHead = new Pattern('[{:text}] [{log.logger:word}:{:word}] [pid {:text}] *')
const apacheOld = new Pattern('[{:text}] [{:word}] *')
const apacheClient = new Pattern('[client {client.address:address}] *')
const apacheClientPort = new Pattern('[client {client.address:address}:{client.port:number}] *')
const apacheCode = new Pattern('AH{:number}: *')

const apacheErrors: Parser = {
  product: 'Apache, error log',
  programs: ['apache', 'apache2', 'httpd'],
  startsWith: '[',
  example:
    '[Fri Jan 02 03:04:05.678901 2026] [authz_core:error] [pid 31:tid 7] [client 192.0.2.7:51000] AH01630: client denied by server configuration: /srv/a',
  read: readApacheError,
  fields: ['log.logger', 'client.address', 'client.port', 'event.code', 'error.message'],
}

function readApacheError(text: string, at: number, draft: FieldsDraft): boolean {
  // [Fri Jan 02 03:04:05.678901 2026]
  if (text[at] !== '[' || text[at + 4] !== ' ' || text[at + 8] !== ' ') return false
  if (!apacheHead.read(text, at, draft) && !apacheOld.read(text, at, draft)) return false
  // `[authz_core:error]`, or only the level in old versions.
  const levelStart = text.indexOf('] [', at) + 3
  const levelEnd = text.indexOf(']', levelStart)
  let message = text.indexOf('] ', levelStart) + 2
  if (text.startsWith('[pid ', message)) message = text.indexOf('] ', message) + 2
  if (apacheClientPort.read(text, message, draft) || apacheClient.read(text, message, draft))
    message = text.indexOf('] ', message) + 2
  if (apacheCode.read(text, message, draft)) {
    const colon = text.indexOf(': ', message)
    draft.add('event.code', text.slice(message, colon))
    message = colon + 2
  }
  const level = text.slice(levelStart, levelEnd)
  if (!quietLevels.has(level.slice(level.indexOf(':') + 1))) draft.add('error.message', text.slice(message))
  return true
}

const haproxyHttp = new Pattern(
  '{client.address:address}:{client.port:number} [{:word}] {haproxy.frontend:word} {haproxy.backend:text}/{haproxy.server:word} {:number}/{:number}/{:number}/{:number}/{duration_ms:number} {http.response.status_code:number} {http.response.body.size:number} {:word} {:word} {haproxy.termination_state:word} {:word} {:word} *',
)
const haproxyTcp = new Pattern(
  '{client.address:address}:{client.port:number} [{:word}] {haproxy.frontend:word} {haproxy.backend:text}/{haproxy.server:word} {:number}/{:number}/{duration_ms:number} {destination.bytes:number} {haproxy.termination_state:word} {:word} {:word}',
)

const haproxyTraffic: Parser = {
  product: 'HAProxy, httplog and tcplog',
  programs: ['haproxy'],
  startsWith: '0123456789:',
  example:
    '192.0.2.7:51000 [02/Jan/2026:03:04:05.678] https~ shop/web-1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example} "GET /cart HTTP/1.1"',
  read: readHaproxy,
  fields: [
    ...haproxyHttp.fields,
    ...haproxyTcp.fields.filter(field => !haproxyHttp.fields.includes(field)),
    'http.request.method',
    'url.path',
    'url.domain',
  ],
}

function readHaproxy(text: string, at: number, draft: FieldsDraft): boolean {
  if (haproxyTcp.read(text, at, draft)) return true
  if (!haproxyHttp.read(text, at, draft)) return false
  const quote = text.indexOf(' "', at)
  // A request that is cut has no closing quote.
  if (quote !== -1) addRequest(quotedAt(text, quote + 1)?.text ?? text.slice(quote + 2), draft)
  return true
}

const haproxyState: Parser = {
  product: 'HAProxy, state of servers',
  programs: ['haproxy'],
  example:
    'Server shop/web-1 is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms.',
  ...linesOf([
    [
      'Server {haproxy.backend:text}/{haproxy.server:word} is {event.action:lower}, reason: {event.reason:text}, *',
    ],
    ['Server {haproxy.backend:text}/{haproxy.server:word} is {event.action:lower}. *'],
    ['Server {haproxy.backend:text}/{haproxy.server:word} is going {event.action:lower} *'],
    ["backend '{haproxy.backend:text}' has no server available!", { 'event.action': 'down' }],
    ['backend {haproxy.backend:word} has no server available!', { 'event.action': 'down' }],
    ["Proxy '{haproxy.frontend:text}' started.", { 'event.action': 'start' }],
    ['Proxy {haproxy.frontend:word} started.', { 'event.action': 'start' }],
    ['Proxy {haproxy.frontend:word} stopped *', { 'event.action': 'stop' }],
    [
      'Connect from {client.address:address}:{client.port:number} to {server.address:address}:{server.port:number} ({haproxy.frontend:text}/{:word})',
    ],
    [
      '{client.address:address}:{client.port:number} [{:word}] {haproxy.frontend:text}/{:word}: {event.reason:text}',
      { 'event.outcome': 'failure' },
    ],
  ]),
}

const squidHead = new Pattern('{:number} {:text}*')

const squid: Parser = {
  product: 'Squid',
  programs: ['squid', 'squid3', '(squid-1)'],
  startsWith: '0123456789',
  example:
    '1767323045.678    180 192.0.2.7 TCP_MISS/200 411 GET http://shop.example/a ann HIER_DIRECT/203.0.113.9 text/html',
  read: readSquid,
  fields: [
    'duration_ms',
    'client.address',
    'squid.result',
    'http.response.status_code',
    'http.response.body.size',
    'http.request.method',
    'url.domain',
    'url.path',
    'user.name',
    'upstream.address',
  ],
}

const squidFields = new Pattern(
  '{duration_ms:number} {client.address:address} {squid.result:text}/{http.response.status_code:number} {http.response.body.size:number} {http.request.method:word} *',
)

/** The native format. The duration is padded by spaces. */
function readSquid(text: string, at: number, draft: FieldsDraft): boolean {
  // The full stop in Unix seconds such as 1767323045.678.
  const dot = at + 10
  if (text.charCodeAt(dot) !== 0x2e || !squidHead.read(text, at, draft)) return false
  let start = text.indexOf(' ', dot)
  while (text.charCodeAt(start) === 0x20) start++
  if (!squidFields.read(text, start, draft)) return false
  if (splitColumns(text, start, ' ', 9) < 9) return false
  addTarget(cell(5), draft)
  draft.add('user.name', cell(6))
  const peer = cell(7)
  draft.add('upstream.address', peer.slice(peer.indexOf('/') + 1))
  return true
}

const iis: Parser = {
  product: 'IIS, W3C extended format with its default fields',
  programs: ['iis', 'w3svc', 'microsoft-iis', 'iis-w3c'],
  startsWith: '0123456789',
  example:
    '2026-01-02 03:04:05 10.0.0.5 GET /default.aspx id=7 443 ann 192.0.2.7 Mozilla/5.0+(Windows+NT+10.0) - 200 0 0 31',
  read: readIis,
  fields: [
    'server.address',
    'http.request.method',
    'url.path',
    'server.port',
    'user.name',
    'client.address',
    'user_agent.original',
    'http.response.status_code',
    'duration_ms',
  ],
}

const iisHead = new Pattern(
  '{:word} {:clock} {server.address:address} {http.request.method:word} {url.path:word} {:word} {server.port:number} {user.name:word} {client.address:address} {:word} *',
)

/** Since IIS 7 the referer precedes the status; IIS 6 has none by default. */
function readIis(text: string, at: number, draft: FieldsDraft): boolean {
  if (text.charCodeAt(at + 4) !== 0x2d || !iisHead.read(text, at, draft)) return false
  const columnCount = splitColumns(text, at, ' ', 16)
  const status = columnCount >= 15 ? 11 : 10
  if (columnCount < 13 || columnCount > 15 || !isStatus(cell(status))) return false
  draft.add('http.response.status_code', cell(status))
  draft.add('user_agent.original', cell(9).replaceAll('+', ' '))
  if (columnCount >= 14) draft.add('duration_ms', cell(status + 3).trim())
  return true
}

const envoy: Parser = {
  product: 'Envoy, access log (Istio, Contour, Emissary)',
  programs: ['envoy', 'istio-proxy', 'istio-ingressgateway'],
  startsWith: '[',
  example:
    '[2026-01-02T03:04:05.678Z] "POST /api/cart HTTP/2" 204 - 154 0 226 100 "192.0.2.7" "curl/8.5" "cc21d9b0" "shop.example" "10.0.2.1:8080"',
  read: readEnvoy,
  fields: [
    'http.request.method',
    'url.path',
    'http.response.status_code',
    'http.response.body.size',
    'duration_ms',
    'client.address',
    'user_agent.original',
    'url.domain',
    'upstream.address',
  ],
}

const envoyNumbers = new Pattern(' {http.response.status_code:number} *')

/** The default format. Istio's has more columns between the flags and the numbers. */
function readEnvoy(text: string, at: number, draft: FieldsDraft): boolean {
  const open = text.indexOf('] "', at)
  if (text.charCodeAt(at + 5) !== 0x2d || open === -1 || open - at > 40) return false
  const request = quotedAt(text, open + 2)
  if (request === undefined || !envoyNumbers.read(text, request.end, draft)) return false
  const columnCount = splitColumns(text, request.end + 1, ' ', 24)
  // The columns from the numbers on: bytes received, bytes sent, duration, time of the upstream (a number or
  // `-`), X-Forwarded-For, user agent, request id, authority, upstream.
  let first = 2
  while (
    first < columnCount &&
    !(isNumeric(cell(first)) && isNumeric(cell(first + 1)) && isNumeric(cell(first + 2)))
  )
    first++
  if (first + 8 >= columnCount) return false
  addRequest(request.text, draft)
  draft.add('http.response.body.size', cell(first + 1))
  draft.add('duration_ms', cell(first + 2))
  draft.add('client.address', cell(first + 4).split(',', 1)[0] ?? '')
  draft.add('user_agent.original', cell(first + 5))
  draft.add('url.domain', hostOf(cell(first + 7)))
  draft.add('upstream.address', cell(first + 8).replace(/^[a-z]{1,8}:\/\//, ''))
  return true
}

function isNumeric(text: string): boolean {
  return text !== '' && Number.isFinite(Number(text))
}

/** Parsers of lines of web servers and proxies. See Pattern for the text in braces. */
export const webServers: ParserFamily = {
  title: 'Web servers and proxies',
  parsers: [accessLog, nginxErrors, apacheErrors, haproxyTraffic, haproxyState, squid, iis, envoy],
}
