import { afterEach, expect, test } from 'vitest'
import { testQueryService } from '../../query/life/testing/test-query-service.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { proves } from '../testing/conformance/proves.ts'
import { LiveClient } from '../testing/live-client.ts'
import { annId, tokenHeaders } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer | undefined
let client: LiveClient | undefined
afterEach(async () => {
  client?.socket.terminate()
  await server?.app.close()
})

/** A client that has just subscribed to widget 7, whose query runs on a real query service. */
async function subscribed(
  prepare: (under: ReturnType<typeof testQueryService>) => void,
  onState: () => void = () => {},
) {
  const under = testQueryService()
  const now = Math.floor(Date.now() / 1_000)
  under.board.setDashboard(1, annId)
  const time_range = { ts_from: now - 3_600, ts_to: now }
  const { queryId } = under.board.setWidget(7, 1, 'Counting', { time_range })
  prepare(under)
  server = await testServer({ queryService: under.queryService, widgetQueries: under.board })
  server.app.addHook('onClose', () => under.queryService.close())
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  client = await LiveClient.open(portOf(server.app), tokenHeaders('user-ann'))
  client.send(['subscribe', 'widget', 7])
  await client.next()
  const { app } = server
  const get = async (): Promise<QueryRepresentation> =>
    (await app.inject({ url: `/api/query/${queryId}`, headers: tokenHeaders('user-ann') })).json()
  return { told: statesOf(client, onState), get }
}

/** All states sent, up to the final one. */
async function statesOf(from: LiveClient, onState: () => void): Promise<QueryRepresentation[]> {
  const states: QueryRepresentation[] = []
  while (states.at(-1)?.status !== 'SUCCESS') {
    // Every frame after the confirmation is an update.
    const [, { data }] = (await from.next()) as [string, { data: QueryRepresentation }]
    states.push(data)
    onState()
  }
  return states
}

test('an update holds what a read answers', async () => {
  proves('Update data')
  const { told, get } = await subscribed(() => {})
  const states = await told
  expect(states.at(-1)).toEqual(await get())
})

test('the first state is sent, partial results, and the final ones', async () => {
  proves('Events 6')
  const first = Promise.withResolvers<void>()
  const { told } = await subscribed(({ kind, store }) => {
    // From the first state on, two dozen slices, which take more than a second in total.
    Object.assign(kind, { costPerRow: 'scan', isPeriodic: true })
    store.density = 10_000
    kind.work = () => first.promise.then(() => new Promise(resolve => setTimeout(resolve, 60)))
  }, first.resolve)
  const states = (await told).map(({ status, results }) => [
    status,
    'complete' in results && results.complete,
  ])
  expect(states[0]).toEqual(['IN_PROGRESS', false])
  expect(states.at(-1)).toEqual(['SUCCESS', true])
  expect(states.length).toBeGreaterThan(2)
})
