import type { IngestHealth } from '../../schema/intake/ingest-health.ts'
import { requestJson } from '../calls/api.ts'
import { fitting, isoTime } from '../calls/present.ts'
import { defineTool } from '../calls/tool.ts'
import { shownHost } from './list-hosts.ts'

export const ingestHealth = defineTool({
  name: 'ingest_health',
  title: 'Health of ingest',
  description:
    'Says whether logs come in as they should: checks of the last ten minutes (refused and dropped events, the spool, the disk, wrong clocks, quiet hosts). Users who see some hosts only get the checks about these.',
  members: {},
  async run(call) {
    const health = await requestJson<IngestHealth>(call, 'GET', '/api/ingest/health')
    const { level, at, checks, hosts, quiet, has_events, losses } = health
    const shown = fitting(quiet.map(shownHost))
    return {
      level,
      at: isoTime(at),
      has_events,
      checks,
      hosts,
      ...(losses !== null && { losses: { ...losses, since: isoTime(losses.since) } }),
      quiet_hosts: shown,
      ...(shown.length < quiet.length && {
        more: 'list_hosts with state quiet lists the other quiet hosts.',
      }),
    }
  },
})
