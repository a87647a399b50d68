import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Millrace } from './millrace.ts'

const document = readFileSync(fileURLToPath(new URL('../../docs/sending-logs.md', import.meta.url)), 'utf8')

/** Names of the recipes of docs/sending-logs.md that are marked as tried, in order. */
export const triedRecipes: readonly string[] = [...document.matchAll(/^<!-- tried: (\S+) -->$/gm)].map(
  ([, name = '']) => name,
)

/**
 * The block of docs/sending-logs.md with this mark, with the addresses, token and CA file of this service.
 */
export function recipe(name: string, millrace: Millrace, caFile = ''): string {
  const [, block] = new RegExp(`<!-- tried: ${name} -->\\n\`\`\`\\w*\\n([^]*?)\\n\`\`\``).exec(document) ?? []
  if (block === undefined) throw new Error(`docs/sending-logs.md has no block ${name}`)
  const { syslog_tls: tls } = millrace.addresses
  const datagrams = /udp|nginx|haproxy|python/.test(name)
  const { port } = millrace.address(datagrams ? 'syslog_udp' : 'syslog_tcp')
  return block
    .replaceAll('logs.example.com', '127.0.0.1')
    .replaceAll('/etc/ssl/millrace/ca.pem', caFile)
    .replaceAll('5514', String(port))
    .replaceAll('6514', String(tls?.port))
    .replaceAll('8080', new URL(millrace.url).port)
    .replaceAll('$MILLRACE_URL', millrace.url)
    .replaceAll('$MILLRACE_TOKEN', millrace.token)
}
