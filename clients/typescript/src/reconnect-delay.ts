const minMs = 500
const maxMs = 30_000

/**
 * Milliseconds before the next attempt after this number of failures in a row. With jitter, so that many
 * clients do not reconnect at the same moment.
 */
export function reconnectDelayMs(failures: number, random = Math.random()): number {
  const delay = Math.min(maxMs, minMs * 2 ** (failures - 1))
  return delay / 2 + (delay / 2) * random
}
