import { allStored } from '../spool/spooled-file.ts'
import type { IngestPorts } from '../worker/ports.ts'

/** Ports for tests: event ids from `firstId` on; ports that are not given do nothing. */
export function testPorts(ports: Partial<IngestPorts> = {}, firstId = 1): IngestPorts {
  let next = firstId
  return {
    sink: async () => allStored,
    reserveIds: async (size, above) => {
      next = Math.max(next, above + 1) + size
      return next - size
    },
    recordFigures: async () => {},
    warn: () => {},
    ...ports,
  }
}
