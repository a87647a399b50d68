import type { Listener } from '../../schema/intake/listener.ts'
import type { sendTexts } from '../texts/settings/send.ts'

/**
 * The values that replace the placeholders in the lines of docs/sending-logs.md, called the document
 * below.
 */
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

/** The ports of the document besides 5514 (syslog over UDP or TCP) and 8080 (HTTP), and their listeners. */
const ports: readonly [documented: string, name: MissingPort, kind: string][] = [
  ['6514', 'tls', 'syslog-tls'],
  ['5515', 'json', 'json-tcp'],
  ['12201', 'gelf', 'gelf-udp'],
]

/** How lines name UDP and TCP. */
const datagrams = /(?<![a-z])udp\b|SOCK_DGRAM/i
const streams = /(?<![a-z])tcp\b|SOCK_STREAM|\breliable\b/i

/** The options of blocks with host and port that turn TLS off. */
const tlsOff = /\b(useHttps="|tls +)off\b/gi

/** A block of the document with address, ports and token of this service, and the missing ports. */
export function fillIn(code: string, target: Target): { code: string; missing: MissingPort[] } {
  const missing: MissingPort[] = []
  const { host, protocol, port, token } = target
  const bareHost = host.replace(/^\[(.*)\]$/, '$1')
  // Before a port, an IPv6 address needs brackets.
  const urlHost = bareHost.includes(':') ? `[${bareHost}]` : bareHost
  const url = `${protocol}//${urlHost}${isDefaultPort(protocol, port) ? '' : `:${port}`}`
  let filled = code
    .replaceAll('http://logs.example.com:8080', url)
    .replaceAll('$MILLRACE_URL', url)
    .replaceAll('https://logs.example.com', url)
    .replaceAll(/\b192\.0\.2\.10(?=:\d)/g, urlHost)
    .replaceAll(/\blogs\.example\.com(?=:\d)/g, urlHost)
    .replaceAll(/\b192\.0\.2\.10\b/g, bareHost)
    .replaceAll('logs.example.com', bareHost)
  // Some shippers have an option for the port, beside the host.
  filled = filled.replaceAll(/\b8080\b/g, String(port))
  if (protocol === 'https:') filled = filled.replaceAll(tlsOff, '$1on')
  if (token !== undefined) filled = filled.replaceAll('$MILLRACE_TOKEN', token)
  const portOf = (kind: string) => target.listeners.find(listener => listener.kind === kind)?.port
  const replacePort = (documented: string, name: MissingPort, kind: string) => {
    // An inserted port is replaced again only if this block of the document has the same port.
    const pattern = new RegExp(`\\b${documented}\\b`, 'g')
    if (!pattern.test(code)) return
    const found = portOf(kind)
    if (found === undefined || found === null) missing.push(name)
    else filled = filled.replaceAll(pattern, String(found))
  }
  if (isOverTcp(code)) replacePort('5514', 'tcp', 'syslog-tcp')
  else replacePort('5514', 'udp', 'syslog-udp')
  for (const [documented, name, kind] of ports) replacePort(documented, name, kind)
  return { code: filled, missing }
}

/**
 * Whether lines for the syslog port mean TCP: the transport named first counts. Lines that name no
 * transport send datagrams, the syslog default.
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
