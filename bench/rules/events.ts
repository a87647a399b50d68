import { parseSyslog } from '../../src/ingest/syslog/parse.ts'
import type { ParsedEvent } from '../../src/schema/event/event.ts'

/** Sources of the lines, one after the other; the first two match rules. */
export const senders = ['sshd', 'a firewall', 'nginx', 'an application', 'kubelet'] as const

/**
 * Lines of about 180 bytes: two in five come from sshd and a firewall and match rules, the others match none.
 */
const kinds: readonly ((i: number) => string)[] = [
  i =>
    `<38>Jan  2 03:04:05 web-${i % 200} sshd[${4000 + (i % 500)}]: Failed password for invalid user u${i % 5_000} from 198.51.100.${i % 250} port ${20_000 + (i % 40_000)} ssh2 [preauth] and words to fill it up to the length`,
  i =>
    `<166>Jan  2 2026 03:04:05 fw-${i % 20} : %ASA-6-302013: Built outbound TCP connection ${i} for outside:203.0.113.80/443 (203.0.113.80/443) to inside:10.1.1.${i % 250}/443 (198.51.100.1/51000)`,
  i =>
    `<190>Jan  2 03:04:05 web-${i % 200} nginx: 198.51.100.${i % 250} - - "GET /item/${i} HTTP/1.1" 200 ${i % 9000} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36" rt=0.0${i % 90} up=0.0${i % 70}`,
  i =>
    `<14>Jan  2 03:04:05 app-${i % 200} orders[${i % 900}]: request ${i} of customer ${i % 7_000} was answered in ${i % 300} ms with status 200, cache hit, region eu-central-1, trace ${(i * 2_654_435_761) >>> 0}`,
  i =>
    `<30>Jan  2 03:04:05 k8s-${i % 50} kubelet[${i % 900}]: I0102 03:04:05.678901 ${i % 900} operation_generator.go:${i % 999}] MountVolume.SetUp succeeded for volume "kube-api-access-${i % 3_000}" in pod default`,
]

/** Parsed as received over the network; `bytes` is their mean length. */
export function parsedEvents(count: number): { events: ParsedEvent[]; bytes: number } {
  const context = { receivedAt: Date.now() * 1_000, sender: '192.0.2.7' }
  let bytes = 0
  const events = Array.from({ length: count }, (_, i) => {
    const line = Buffer.from(kinds[i % kinds.length]?.(i) ?? '')
    bytes += line.length
    return parseSyslog(line, 0, line.length, context)
  })
  return { events, bytes: Math.round(bytes / count) }
}
