import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokenSecret } from './testing/people.ts'
import { portOf, testServer } from './testing/test-server.ts'

test('the websocket example of docs/api.md works as printed', async () => {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const [, example = ''] = /```js\n(.*?)```/s.exec(page) ?? []
  const { app, queryService } = await testServer()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = spawn(process.execPath, ['--input-type=module', '--eval', example], {
    env: { MILLRACE_URL: `http://127.0.0.1:${portOf(app)}`, MILLRACE_TOKEN: tokenSecret('user-ann') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    expect(String((await once(client.stdout, 'data'))[0])).toBe('SUCCESS {}\n')
    queryService.publish('q1', '{"status":"SUCCESS","results":{"totals":{"count":3}}}')
    expect(String((await once(client.stdout, 'data'))[0])).toBe('SUCCESS {"totals":{"count":3}}\n')
  } finally {
    client.kill()
    await app.close()
  }
})
