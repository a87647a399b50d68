import type { Tool } from './calls/tool.ts'
import { countOverTime } from './tools/count-over-time.ts'
import { eventContext } from './tools/event-context.ts'
import { extract } from './tools/extract.ts'
import { ingestHealth } from './tools/ingest-health.ts'
import { listAlerts } from './tools/list-alerts.ts'
import { listFields } from './tools/list-fields.ts'
import { listHosts } from './tools/list-hosts.ts'
import { patterns } from './tools/patterns.ts'
import { search } from './tools/search.ts'
import { sql } from './tools/sql.ts'
import { statistics } from './tools/statistics.ts'
import { topValues } from './tools/top-values.ts'
import { triggers } from './tools/triggers.ts'
import { whatChanged } from './tools/what-changed.ts'

/** All tools, in list order. They only read. */
export const tools: readonly Tool[] = [
  search,
  countOverTime,
  topValues,
  statistics,
  patterns,
  whatChanged,
  extract,
  eventContext,
  listFields,
  listHosts,
  ingestHealth,
  listAlerts,
  triggers,
  sql,
]
