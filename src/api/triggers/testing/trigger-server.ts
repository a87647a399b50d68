import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Permission } from '../../../metadata/identity/identity.ts'
import { type TokenName, tokenHeaders } from '../../testing/people.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

interface Answer {
  status: number
  // Tests look into answers of any shape.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

/**
 * A server for trigger tests: `server()`, and requests with the users' tokens. ann has these permissions and
 * sees hosts fw-*; bob has none.
 */
export function triggerServer(permissions: Permission[] = ['triggers']) {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
    const { metadata } = server.people
    const { id } = await metadata.groups.create({
      name: 'trigger people',
      permissions,
      hosts: ['fw-*'],
    })
    await metadata.groups.update(id, { members: [2] })
  })
  afterAll(() => server.app.close())

  async function request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    as: TokenName = 'user-admin',
  ): Promise<Answer> {
    const headers = tokenHeaders(as)
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }

  return {
    server: () => server,
    request,
    get: (url: string, as?: TokenName) => request('GET', url, undefined, as),
    post: (url: string, payload?: object, as?: TokenName) => request('POST', url, payload, as),
    put: (url: string, payload: object, as?: TokenName) => request('PUT', url, payload, as),
    patch: (url: string, payload: object, as?: TokenName) => request('PATCH', url, payload, as),
    remove: (url: string, as?: TokenName) => request('DELETE', url, undefined, as),
    async create(payload: object, as?: TokenName): Promise<number> {
      const { status, body } = await request('POST', '/api/triggers', { filter: [], ...payload }, as)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body.id
    },
    /** Creates an executable script in the scripts folder. */
    addScript(name: string): void {
      const folder = path.join(server.people.folder, 'scripts')
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, name), '#!/bin/sh\n')
      chmodSync(path.join(folder, name), 0o755)
    },
  }
}
