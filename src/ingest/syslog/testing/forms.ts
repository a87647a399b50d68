import { type ParsedEvent, severities } from '../../../schema/event/event.ts'
import { appliances } from './forms/appliances.ts'
import { cisco } from './forms/cisco.ts'
import { firewalls } from './forms/firewalls.ts'
import { network } from './forms/network.ts'
import { security } from './forms/security.ts'
import { servers } from './forms/servers.ts'
import { isoOf, receivedAt, sender } from './row.ts'

/** The header fields of an event. */
export interface FormReading {
  host: string
  program: string
  severity: string
  ts: string
  mnemonic: string
}

/** A product's line as its manual shows it. */
export interface Form {
  product: string
  line: string
  wanted: FormReading
  /**
   * Relays that read the same host and program, according to scenarios/beside/headers.test.ts: `r` rsyslog,
   * `s` syslog-ng.
   */
  relays: string
}

const usualTime = '2026-01-02T03:04:05Z'

/**
 * The header forms of products: a heading `# product`, then lines of it, each with `= host | program |
 * severity | time | mnemonic` below; `=r`, `=s` or `=rs` where relays read the same host and program. The
 * host `-` is the sender, the time `now` the receipt; without a time, it is 2026-01-02T03:04:05Z.
 */
export const forms: readonly Form[] = [cisco, network, firewalls, security, servers, appliances].flatMap(
  text => {
    let product = ''
    let line = ''
    const read: Form[] = []
    for (const row of text.trim().split('\n')) {
      if (row.startsWith('# ')) product = row.slice(2)
      else if (row.startsWith('=')) {
        const wantedAt = row.indexOf(' ')
        read.push({
          product,
          line,
          wanted: readWanted(row.slice(wantedAt + 1)),
          relays: row.slice(1, wantedAt),
        })
      } else line = row
    }
    return read
  },
)

function readWanted(text: string): FormReading {
  const [host = '', program = '', severity = '', time = '', mnemonic = ''] = text
    .split(' |')
    .map(part => part.trim())
  return {
    host: host === '-' ? sender : host,
    program,
    severity,
    ts: time === 'now' ? isoOf(receivedAt) : time || usualTime,
    mnemonic,
  }
}

export function formReading({ host, program, severity, ts, mnemonic }: ParsedEvent): FormReading {
  return { host, program, severity: severities[severity]?.toLowerCase() ?? '', ts: isoOf(ts), mnemonic }
}
