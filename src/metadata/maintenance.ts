import type { Log } from '../telemetry/log.ts'
import type { Revocations } from './revocations.ts'
import type { Sessions } from './sign-in/sessions.ts'
import type { Clock } from './tables.ts'
import type { TokenUses } from './tokens/token-uses.ts'
import type { Tokens } from './tokens/tokens.ts'

const intervalMs = 2_000
/** Uses of tokens are written at most this often, microseconds. */
const usesIntervalMicros = 10_000_000

interface MaintenanceDeps {
  sessions: Sessions
  tokens: Tokens
  revocations: Revocations
  uses: TokenUses
  log: Log
  clock: Clock
}

/** Does what is due every two seconds, one run at a time. `stop` ends it and writes what is left. */
export function startMaintenance(tended: MaintenanceDeps): {
  now: () => Promise<void>
  stop: () => Promise<void>
} {
  const { sessions, tokens, revocations, uses, log, clock } = tended
  let written = clock()
  const run = async () => {
    await sessions.endExpired()
    await tokens.removeExpired()
    await revocations.publish()
    if (Math.abs(clock() - written) < usesIntervalMicros) return
    written = clock()
    await uses.flush()
  }
  let last: Promise<void> = Promise.resolve()
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    last = run()
      .catch(error => log.error({ err: error }, 'the metadata could not be tended'))
      .finally(() => {
        running = false
      })
  }, intervalMs)
  timer.unref()
  return {
    now: run,
    async stop() {
      clearInterval(timer)
      await last
      await uses.flush()
    },
  }
}
