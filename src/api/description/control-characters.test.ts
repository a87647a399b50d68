import { afterAll, expect, test } from 'vitest'
import { isObject } from '../../schema/text/json-object.ts'
import { tokenHeaders } from '../testing/people.ts'
import { describedServer } from './testing/described-server.ts'

const { server, document } = await describedServer()
afterAll(() => server.app.close())

/** Body members that are names: lists, commands and mails show them on one line. */
const isName = /^(name|title|label|username|first_name|last_name)$/

/** Bodies whose names are only compared with stored ones, or are templates, whose values are escaped. */
const others = ['LoginBody', 'RuleTrial', 'TaskTemplate']

function namesOf(
  shape: unknown,
  at: string,
  seen: ReadonlySet<unknown>,
): [place: string, pattern: unknown][] {
  if (!isObject(shape) || seen.has(shape)) return []
  const within = new Set([...seen, shape])
  if (typeof shape.$ref === 'string') {
    const name = shape.$ref.split('/').at(-1) ?? ''
    // Component schemas are reached only by name.
    return others.includes(name)
      ? []
      : namesOf((document.components.schemas as Record<string, unknown>)[name], name, within)
  }
  const properties = isObject(shape.properties) ? shape.properties : {}
  const own = Object.entries(properties).flatMap(([name, member]): [string, unknown][] => {
    const isText = isObject(member) && member.type === 'string' && member.enum === undefined
    return isText && isName.test(name) ? [[`${at}.${name}`, member.pattern]] : []
  })
  const inner = [...Object.values(properties), shape.items, ...[shape.anyOf ?? []].flat()]
  return [...own, ...inner.flatMap(one => namesOf(one, at, within))]
}

test('names and titles of every body refuse control characters', () => {
  const bodies = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations ?? {}).flatMap(([method, operation]) => {
      const content = isObject(operation) && isObject(operation.requestBody) && operation.requestBody.content
      const json = isObject(content) ? content['application/json'] : undefined
      return isObject(json) ? namesOf(json.schema, `${method} ${path}`, new Set()) : []
    }),
  )
  const patterns = new Map(bodies)
  expect(patterns.size).toBeGreaterThan(15)
  const hostile = ['\u001b', '\u0000', '\n', '\u007f', '\u009b'].map(character => `a${character}b`)
  const accepting = [...patterns].filter(
    ([, pattern]) => typeof pattern !== 'string' || hostile.some(text => new RegExp(pattern, 'u').test(text)),
  )
  expect(accepting.map(([place]) => place)).toEqual([])
})

const bodies: [url: string, body: object, member: string][] = [
  ['/api/users', { username: 'a\u001b[2Jb' }, 'username'],
  ['/api/users', { username: 'ab', last_name: '\u009b2J' }, 'last_name'],
  ['/api/groups', { name: 'a\nb' }, 'name'],
  ['/api/dashboards', { title: 'a\u0007b' }, 'title'],
  ['/api/triggers', { name: 'a\u001bb', filter: [] }, 'name'],
  ['/api/authtokens', { description: 'a\u001bb' }, 'description'],
  ['/api/tasks', { title: 'a\u001bb' }, 'title'],
]
test.each(bodies)('%s says so', async (url, payload, member) => {
  const headers = tokenHeaders('user-admin')
  const answer = await server.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()[member]).toEqual(['Control characters are not allowed.'])
})
