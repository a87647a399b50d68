import { tokenHeaders } from '../../api/testing/people.ts'
import { type TestServer, testServer } from '../../api/testing/test-server.ts'
import { ArrivalReads } from '../../query/arrivals/arrival-reads.ts'
import { TagList } from '../../query/dictionaries/tag-list.ts'
import { ExtractionReads } from '../../query/extraction/extraction-reads.ts'
import { noNotifications } from '../../query/kinds/notifications.ts'
import { storeWith, testEvent } from '../../query/kinds/testing/open-store.ts'
import { openQueryService } from '../../query/life/open.ts'
import { rangeResolver } from '../../query/range/resolver.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { rowsOf, spoolFile, type TestEvent } from '../../storage/testing/spool-file.ts'
import { remoteOptions } from './command-line.ts'

/** 2026-01-01 00:00:00 UTC; the service's events are from the following hour. */
export const start = 1_767_225_600

/** A sender's attempt to control a terminal: colours, a title, a moved cursor, reversed text. */
export const hostile = '\u001b[31mred\u001b]0;title\u0007 \u009b2J\r\u202etxet'

/** A service with a real store and real queries, on a port of its own. */
export interface TestService {
  server: TestServer
  store: SqlStore
  /** `--url` and `--token` of a user who may see every host. */
  remote: string[]
  append(events: readonly TestEvent[]): Promise<void>
  close(): Promise<void>
}

/** Opens a service with these events. */
export async function openTestService(events: readonly TestEvent[] = storedEvents): Promise<TestService> {
  const store: SqlStore = await storeWith(events)
  const { figures, counts } = store
  let queryService: ReturnType<typeof openQueryService> | undefined
  const server = await testServer(({ metadata }) => {
    queryService = openQueryService({
      store,
      sources: {
        figures,
        counts,
        tasks: { list: async () => ({ objects: [], itemCount: 0 }) },
        notifications: noNotifications,
      },
      widgets: metadata.widgetQueries,
      timezone: 'UTC',
      log: () => {},
      // Waits for answers however busy the machine is.
      limits: { answerWaitMs: 30_000 },
    })
    const arrivals = new ArrivalReads({
      store,
      turns: queryService,
      notes: metadata.notes,
      timezone: 'UTC',
    })
    const extraction = new ExtractionReads({
      store,
      turns: queryService,
      resolve: rangeResolver('UTC'),
    })
    return { queryService, store, arrivals, extraction, tags: new TagList(store, 'UTC') }
  })
  const remote = await remoteOptions(server, 'user-admin')
  return {
    server,
    store,
    remote,
    append: async more => void (await store.append(spoolFile(more.flatMap(rowsOf)))),
    async close() {
      await server.app.close()
      await queryService?.close()
      await store.close()
    },
  }
}

/**
 * A day of a small office: a firewall with failed logins, a web server, and one message that would control a
 * terminal.
 */
export const storedEvents: readonly TestEvent[] = [
  ...[0, 4, 9, 15, 16, 17, 40].map((minute, index) =>
    testEvent(1 + index, [start + minute * 60 + 5], {
      host: 'fw-1',
      program: 'sshd',
      severity: 4,
      facility: 4,
      message: `Failed password for root from 198.51.100.${7 + index} port ${50_000 + index}`,
      tags: { SrcIP: `198.51.100.${7 + index}` },
    }),
  ),
  testEvent(8, [start + 600, start + 610, start + 620], {
    host: 'fw-2',
    severity: 3,
    message: 'link eth1 is down',
  }),
  ...[20, 21, 22].map((minute, index) =>
    testEvent(9 + index, [start + minute * 60 + 0.25], {
      host: 'web-1',
      program: 'nginx',
      severity: 6,
      message: `GET /index.html ${[200, 200, 404][index]}`,
    }),
  ),
  testEvent(12, [start + 1_500], { host: 'web-1', program: 'php\u001b[2J', severity: 0, message: hostile }),
]

/** A dashboard of two rows, named Office, over the hour of the events. */
export async function makeDashboard({ server }: TestService): Promise<void> {
  const widgets = [
    {
      type: 'EventRate',
      config: {
        title: 'Events',
        row: 0,
        col: 0,
        sizeX: 6,
        time_range: { ts_from: start, ts_to: start + 3_600, step: 60, timezone: 'UTC' },
      },
    },
    { type: 'TopN', config: { title: 'Hosts', row: 1, col: 0, sizeX: 3, field: 'host' } },
    {
      type: 'Search',
      config: {
        title: 'Worst',
        row: 1,
        col: 3,
        sizeX: 3,
        columns: ['host', 'message'],
        filter: [{ field: 'severity', op: 'le', value: 3 }],
      },
    },
  ]
  const config = { title: 'Office', time_range: { ts_from: start, ts_to: start + 3_600, timezone: 'UTC' } }
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/dashboards',
    headers: tokenHeaders('user-admin'),
    payload: { config, widgets },
  })
  if (made.statusCode !== 201) throw new Error(`the dashboard was answered ${made.statusCode}: ${made.body}`)
}
