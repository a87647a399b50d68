import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject } from '../../schema/text/json-object.ts'
import { proves } from '../testing/conformance/proves.ts'
import { LiveClient } from '../testing/live-client.ts'
import { tokenHeaders } from '../testing/people.ts'
import { portOf } from '../testing/test-server.ts'
import { describedServer } from './testing/described-server.ts'
import { Samples } from './testing/sample.ts'
import { ShapeChecks } from './testing/schema-checks.ts'

const { server, document } = await describedServer()
const checks = new ShapeChecks(document)
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
let client: LiveClient

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  client = await LiveClient.open(portOf(server.app), tokenHeaders('user-admin'))
})
afterAll(async () => {
  client.socket.terminate()
  await server.app.close()
})

/** The next frame, which must match the description. */
async function next(): Promise<unknown[]> {
  const frame = await client.next()
  expect(checks.faults(named('LiveServerFrame'), frame), JSON.stringify(frame)).toEqual([])
  return Array.isArray(frame) ? frame : []
}

test('every frame of the service is described', async () => {
  proves('Events 1', 'Events 4', 'Events 5')
  const post = async (url: string, payload: object) => {
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: tokenHeaders('user-admin'),
      payload,
    })
    return answer.json()
  }
  const query = await post('/api/query', { type: 'Search', params: {} })
  const dashboard = await post('/api/dashboards', { title: 'Edge', widgets: [{ type: 'Search' }] })
  const targets = [
    ['query', query.query_id],
    ['widget', dashboard.widgets[0].id],
    ['dashboard', dashboard.id],
  ]
  for (const target of targets) {
    client.send(['subscribe', ...target])
    expect((await next())[0]).toBe('subscription-update')
    expect((await next())[0]).toBe('widget-update')
  }
  client.send(['subscribe', 'notifications'])
  expect((await next())[0]).toBe('subscription-update')
  expect((await next())[0]).toBe('notifications-update')
  client.send(['subscribe', 'query', 'nothing'])
  expect((await next())[0]).toBe('error')
  client.send('no frame')
  expect((await next())[0]).toBe('error')
  client.send(['unsubscribe', 'all'])
  expect((await next())[0]).toBe('subscription-update')
  client.send(['ping'])
  expect(await next()).toEqual(['pong'])
})

test('every frame that is described is understood', async () => {
  const branches = document.components.schemas.LiveClientFrame?.anyOf
  const shapes = Array.isArray(branches) ? branches.filter(isObject) : []
  expect(shapes).toHaveLength(10)
  const samples = new Samples(document)
  for (const shape of shapes) {
    client.send(samples.of(shape, true))
    const [kind, body] = await next()
    // The id may not exist, but the command was recognised.
    if (kind === 'error') expect(body).toMatchObject({ code: 'not_found' })
  }
})
