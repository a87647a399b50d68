/** The address of a log service. */
export type Target =
  | { kind: 'udp'; host: string; port: number }
  | { kind: 'tcp' | 'tls'; host: string; port: number }
  | { kind: 'unix'; path: string }
  | { kind: 'http'; url: URL }

const ports = { udp: 5514, tcp: 5514, tls: 6514 }
const expected =
  'udp://host:port, tcp://host:port, tls://host:port, unix:///path, http://host:port or https://host:port'

/** Parses an address such as `tcp://127.0.0.1:5514`. Throws an Error that says what was expected. */
export function readTarget(text: string): Target {
  const fault = () => new Error(`the address must be ${expected}, not ${JSON.stringify(text.slice(0, 200))}`)
  if (text.startsWith('unix:///')) return { kind: 'unix', path: text.slice('unix://'.length) }
  const url = URL.parse(text)
  if (url === null) throw fault()
  const kind = url.protocol.slice(0, -1)
  if (kind === 'http' || kind === 'https') return { kind: 'http', url }
  if (kind !== 'udp' && kind !== 'tcp' && kind !== 'tls') throw fault()
  const bare = ['', '/'].includes(url.pathname) && url.search === '' && url.username === ''
  if (url.hostname === '' || !bare) throw fault()
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { kind, host, port: url.port === '' ? ports[kind] : Number(url.port) }
}
