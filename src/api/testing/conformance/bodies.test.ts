import { afterAll, describe, expect, test } from 'vitest'
import { isObject } from '../../../schema/text/json-object.ts'
import { SampleBodies } from '../../description/testing/bodies.ts'
import { describedServer } from '../../description/testing/described-server.ts'
import { encoded } from '../../description/testing/encode.ts'
import { SampleObjects } from '../../description/testing/objects.ts'
import { Samples } from '../../description/testing/sample.ts'
import { tokenHeaders } from '../people.ts'
import { proves } from './proves.ts'

const { server, document } = await describedServer()
const bodies = new SampleBodies(document, new Samples(document))
const objects = new SampleObjects(server, bodies)
afterAll(() => server.app.close())

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

describe('a body is taken in each kind, and means the same', () => {
  test.each(
    proves(
      'Bodies three kinds',
      'POST /api/query json body',
      'POST /api/query form body',
      'POST /api/query multipart body',
      'POST /api/query/{qid}/stop json body',
      'POST /api/query/{qid}/stop form body',
      'POST /api/query/{qid}/stop multipart body',
      'POST /api/dashboards json body',
      'POST /api/dashboards form body',
      'POST /api/dashboards multipart body',
      'PATCH /api/dashboards/{id} json body',
      'PATCH /api/dashboards/{id} form body',
      'PATCH /api/dashboards/{id} multipart body',
      'PUT /api/dashboards/{id} json body',
      'PUT /api/dashboards/{id} form body',
      'PUT /api/dashboards/{id} multipart body',
      'POST /api/dashboards/{id}/templates json body',
      'POST /api/dashboards/{id}/templates form body',
      'POST /api/dashboards/{id}/templates multipart body',
      'POST /api/dashboards/{id}/widgets json body',
      'POST /api/dashboards/{id}/widgets form body',
      'POST /api/dashboards/{id}/widgets multipart body',
      'PATCH /api/widgets/{id} json body',
      'PATCH /api/widgets/{id} form body',
      'PATCH /api/widgets/{id} multipart body',
      'PUT /api/widgets/{id} json body',
      'PUT /api/widgets/{id} form body',
      'PUT /api/widgets/{id} multipart body',
      'POST /api/tasks json body',
      'POST /api/tasks form body',
      'POST /api/tasks multipart body',
      'PATCH /api/tasks/{id} json body',
      'PATCH /api/tasks/{id} form body',
      'PATCH /api/tasks/{id} multipart body',
      'PUT /api/tasks/{id} json body',
      'PUT /api/tasks/{id} form body',
      'PUT /api/tasks/{id} multipart body',
      'POST /api/authtokens json body',
      'POST /api/authtokens form body',
      'POST /api/authtokens multipart body',
    ),
  )('%s', async row => {
    if (row === 'Bodies three kinds') return
    const [method = '', path = '', kind = ''] = row.split(' ')
    const type = types[kind] ?? ''
    const value = bodies.of(method.toLowerCase(), path, type, false)
    const { headers, payload } = await encoded(type, value)
    const answer = await server.app.inject({
      // The rows' methods are HTTP methods.
      method: method as 'POST',
      url: await objects.pathOf(path),
      headers: { ...tokenHeaders('user-admin'), ...headers },
      payload,
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    const made: unknown = answer.json()
    const sent = Object.entries(isObject(value) ? value : {}).filter(
      ([, member]) => typeof member !== 'object',
    )
    for (const [name, member] of sent) expect(isObject(made) && made[name], name).toEqual(member)
  })
})
