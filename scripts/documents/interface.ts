import { readFileSync } from 'node:fs'
import type { RouteOptions } from 'fastify'
import type { Description } from '../../src/api/description/openapi.ts'
import { describedServer } from '../../src/api/description/testing/described-server.ts'
import { watchRoutes } from '../../src/api/testing/registered-routes.ts'
import { isObject } from '../../src/schema/text/json-object.ts'

/** The interface of a server with everything that may be turned on. */
export interface DescribedInterface {
  /** clients/openapi.json: one line per operation and schema, so that a change shows its place. */
  file: string
  /** As in the file, in its order. */
  description: Description
  routes: readonly RouteOptions[]
}

/** Builds a server and asks it. */
export async function describeInterface(): Promise<DescribedInterface> {
  const routes: RouteOptions[] = []
  const { server, document } = await watchRoutes(describedServer, route => routes.push(route))
  await server.app.close()
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const file = `${spread({ ...document, info: { ...document.info, version } }, 3)}\n`
  return { file, description: JSON.parse(file), routes }
}

/** JSON with sorted objects, spread over lines down to this depth. */
function spread(value: unknown, depth: number): string {
  if (depth === 0 || !isObject(value)) return JSON.stringify(value)
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  const members = sorted.map(([name, member]) => `${JSON.stringify(name)}: ${spread(member, depth - 1)}`)
  return `{\n${members.join(',\n')}\n}`
}
