import { connect } from 'node:net'
import { isWrongClock } from '../../metadata/nodes/nodes.ts'
import { postgresOptions } from '../../metadata/postgres/options.ts'
import { probePostgres } from '../../metadata/postgres/probe.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { readServerAddresses } from '../../storage/clients/server/address.ts'
import { formatSkew } from '../../telemetry/format-skew.ts'
import { type Check, type Finding, fault, ok, warning } from './finding.ts'

const timeoutMs = 5_000

/** Whether the servers in the settings answer: PostgreSQL to a sign-in, ClickHouse to a connection. */
export const serversCheck: Check = {
  name: 'servers',
  async run({ settings }) {
    const found: Finding[] = []
    const postgres = postgresOptions(settings)
    if (postgres !== undefined)
      found.push(
        ...(await probePostgres(postgres).then(
          ({ shown, version, clockSkewMs }) => [
            ok(`PostgreSQL ${version} at ${shown}`),
            clockFinding(clockSkewMs),
          ],
          error => [fault(`PostgreSQL (MILLRACE_POSTGRES_URL) cannot be used: ${thrownText(error)}`)],
        )),
      )
    const { clickhouseUrl, clickhouseUser: username } = settings
    if (clickhouseUrl !== undefined) {
      // The check does not sign in, so it needs no password.
      const addresses = readServerAddresses(clickhouseUrl, { username, password: '' })
      if (addresses === undefined)
        return [
          ...found,
          fault('MILLRACE_CLICKHOUSE_URL must be addresses such as https://clickhouse.example.com:8443'),
        ]
      found.push(...(await Promise.all(addresses.map(({ name, url }) => connectionFinding(name, url)))))
    }
    return found
  },
}

/**
 * Warns if this machine's clock differs too much from PostgreSQL's. Nodes use the clock of PostgreSQL; events
 * and retention also use the clock of the machine.
 */
export function clockFinding(skewMs: number): Finding {
  const text = `this machine's clock differs from PostgreSQL's by ${formatSkew(skewMs)}`
  return isWrongClock(skewMs)
    ? warning(`${text}: correct the wrong clock, and synchronize both with NTP`)
    : ok(text)
}

async function connectionFinding(name: string, url: string): Promise<Finding> {
  const { hostname, port, protocol } = new URL(url)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    signal: AbortSignal.timeout(timeoutMs),
  })
  try {
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return ok(`the ClickHouse server ${name} accepts connections`)
  } catch (error) {
    return fault(`the ClickHouse server ${name} cannot be reached: ${thrownText(error)}`)
  } finally {
    socket.destroy()
  }
}
