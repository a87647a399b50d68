import type { Listener } from '../../schema/intake/listener.ts'
import type { sendTexts } from '../texts/settings/send.ts'

/** The address that senders use. */
export interface Target {
  /** Name or address of this machine, as senders reach it. */
  host: string
  /** Protocol of the HTTP interface. */
  protocol: string
  port: number
  /** undefined until a token is created: its placeholder stays in the lines. */
  token: string | undefined
  listeners: readonly Listener[]
}

/** A port that the lines need but no listener has. */
export type MissingPort = keyof typeof sendTexts.missing

/** The ports of the document, and the kind of listener that each stands for. */
const ports = [
  ['6514', 'tls', 'syslog-tls'],
  ['5515', 'json', 'json-tcp'],
  ['12201', 'gelf', 'gelf-udp'],
] as const

/** The transports named in the lines; the first one counts. */
const datagrams = /(?<![a-z])udp\b|SOCK_DGRAM/i
const streams = /(?<![a-z])tcp\b|SOCK_STREAM|\breliable\b/i

/** A block of the document with address, ports and token of this service, and the missing ports. */
export function fillIn(code: string, target: Target): { code: string; missing: MissingPort[] } {
  const missing: MissingPort[] = []
  const { host, protocol, port, token } = target
  const url = `${protocol}//${host}${isDefaultPort(protocol, port) ? '' : `:${port}`}`
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  let filled = code
    .replaceAll('http://logs.example.com:8080', url.replace(`//${host}`, `//${bracketed}`))
    .replaceAll('$MILLRACE_URL', url.replace(`//${host}`, `//${bracketed}`))
    .replaceAll('https://logs.example.com', url.replace(`//${host}`, `//${bracketed}`))
    .replaceAll(/\b192\.0\.2\.10\b/g, host)
    .replaceAll('logs.example.com', host)
  // Shippers' options other than the URL.
  filled = filled.replaceAll(/\b8080\b/g, String(port))
  if (token !== undefined) filled = filled.replaceAll('$MILLRACE_TOKEN', token)
  const portOf = (kind: string) => target.listeners.find(listener => listener.kind === kind)?.port
  const put = (known: string, name: MissingPort, kind: string) => {
    const pattern = new RegExp(`\\b${known}\\b`, 'g')
    if (!pattern.test(filled)) return
    const found = portOf(kind)
    if (found === undefined || found === null) missing.push(name)
    else filled = filled.replaceAll(pattern, String(found))
  }
  // One pass for each known port: new ports are not replaced again, except if numbers happen to be equal.
  if (/\b5514\b/.test(code)) {
    if (isOverTcp(code)) put('5514', 'tcp', 'syslog-tcp')
    else put('5514', 'udp', 'syslog-udp')
  }
  for (const [known, name, kind] of ports) if (new RegExp(`\\b${known}\\b`).test(code)) put(known, name, kind)
  return { code: filled, missing }
}

/**
 * Whether lines for the syslog port mean TCP. Lines that name no transport send datagrams, the syslog
 * default.
 */
function isOverTcp(code: string): boolean {
  const [tcp, udp] = [code.search(streams), code.search(datagrams)]
  return tcp !== -1 && (udp === -1 || tcp < udp)
}

/** Whether the lines contain a placeholder for a token. */
export function needsToken(code: string): boolean {
  return code.includes('$MILLRACE_TOKEN')
}

function isDefaultPort(protocol: string, port: number): boolean {
  return port === (protocol === 'https:' ? 443 : 80)
}
