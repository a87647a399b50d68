import { afterAll, expect, test } from 'vitest'
import { CheckingQueryService } from '../testing/checking-query-service.ts'
import { tokenHeaders } from '../testing/people.ts'
import { describedServer } from './testing/described-server.ts'

const { server, operations } = await describedServer({ queryService: new CheckingQueryService() })
afterAll(() => server.app.close())

/** Node accepts headers of 16 KiB, including the address. */
const maxAddress = 15_000
const forms: Readonly<Record<string, (name: string) => string>> = {
  'numbers in a list': name => `${name}=${Array.from({ length: 3_000 }, (_, i) => i).join()}`,
  'texts in a list': name => `${name}=${Array.from({ length: 2_500 }, (_, i) => `n${i}`).join()}`,
  'wildcards in a list': name => `${name}=${Array.from({ length: 900 }, (_, i) => `*n${i}?`).join()}`,
  'many times': name => Array.from({ length: 1_500 }, (_, i) => `${name}=${i}`).join('&'),
  'lists in lists': name => `${name}=${'['.repeat(7_000)}${']'.repeat(7_000)}`,
  'objects in objects': name => `${name}=${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
}
const withQuery = operations.flatMap(({ method, path, operation: { parameters = [] } }) => {
  const names = parameters.flatMap(one => ('in' in one && one.in === 'query' ? [one.name] : []))
  return names.length > 0 && path.startsWith('/api') ? [{ method, path, names }] : []
})

test.each(withQuery)('$method $path takes the longest query strings', async ({ method, path, names }) => {
  const url = path.replaceAll(/\{\w+\}/g, '1')
  for (const name of names)
    for (const [form, write] of Object.entries(forms)) {
      const query = write(name).slice(0, maxAddress)
      const answer = await server.app.inject({
        // The description's methods are HTTP methods.
        method: method as 'GET',
        url: `${url}?${query}`,
        headers: tokenHeaders('user-admin'),
      })
      expect(answer.statusCode, `${name}: ${form}: ${answer.body.slice(0, 200)}`).toBeLessThan(500)
    }
})
