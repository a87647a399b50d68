import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { limitsPage } from './testing/limits-page.ts'
import { watchRoutes } from './testing/registered-routes.ts'
import { testServer } from './testing/test-server.ts'

test('docs/limits.md has these very limits, of each route and in all', async () => {
  const routes: RouteOptions[] = []
  const { app } = await watchRoutes(
    () => testServer(),
    route => routes.push(route),
  )
  await app.close()
  await expect(limitsPage(routes)).toMatchFileSnapshot('../../docs/limits.md')
})
