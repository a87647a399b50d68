import { Components } from './components.ts'
import { introduction } from './introduction.ts'
import { LiveClientFrame, LiveServerFrame } from './live-schemas.ts'
import { pathOf } from './names.ts'
import type { Answer, Description } from './openapi.ts'
import { operationOf } from './operation.ts'
import { queryRewrites } from './query-schemas.ts'
import type { DescribedRoute } from './route.ts'
import { sections } from './sections.ts'
import { securitySchemes } from './security.ts'

/** The OpenAPI 3.1 document of these routes, of the program in this version. Throws for a route that leaves something out that the document needs. */
export function describeRoutes(routes: readonly DescribedRoute[], version: string): Description {
  const declared: Record<string, unknown> = {}
  for (const { scope } of routes) Object.assign(declared, scope.getSchemas())
  const components = new Components(declared, queryRewrites)
  const responses: Record<string, Answer> = {}
  const paths: Description['paths'] = {}
  for (const route of routes) {
    const path = pathOf(route.url)
    paths[path] = { ...paths[path], [route.method]: operationOf(route, components, responses) }
  }
  components.schema(LiveClientFrame, 'sent')
  components.schema(LiveServerFrame, 'answered')
  const tags = new Set(Object.values(paths).flatMap(path => Object.values(path).flatMap(({ tags }) => tags)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Millrace',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Where this document came from' }],
    tags: sections
      .filter(({ name }) => tags.has(name))
      .map(({ name, description }) => ({ name, description })),
    paths,
    components: { schemas: components.schemas, responses: sorted(responses), securitySchemes },
  }
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
}
