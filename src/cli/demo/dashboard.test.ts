import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../api/testing/test-server.ts'
import { filterSchemas } from '../../schema/filter/condition.ts'
import { queryTypeNamed, queryTypes } from '../../schema/query/query.ts'
import { createDemoDashboard, demoDashboard } from './dashboard.ts'

const startedAt = Date.UTC(2026, 0, 15, 17, 10, 30) / 1_000

async function opened() {
  const { app, people } = await testServer()
  onTestFinished(() => app.close())
  return people.metadata
}
const admin = { userId: 1, managesDashboards: true, managesWidgets: true }

test('the dashboard of the demo has no faults, and names the time of the incident', async () => {
  const { dashboards } = await opened()
  const faults: unknown[] = []
  const check = (name: string, params: object) => {
    const type = queryTypeNamed(name)
    if (type === undefined || !Value.Check(filterSchemas, queryTypes[type].params, params))
      faults.push([name, params])
  }
  const [created] = await dashboards.create({ ...admin, check }, [demoDashboard(startedAt, 'Asia/Kathmandu')])
  expect(faults).toEqual([])
  expect(JSON.stringify(created?.widgets)).toContain('What happened at 19:45?')
})

test('an installation with dashboards gets none', async () => {
  const metadata = await opened()
  await createDemoDashboard(metadata, startedAt, 'UTC')
  await createDemoDashboard(metadata, startedAt, 'UTC')
  const { objects } = await metadata.dashboards.list(admin, { offset: 0, limit: 9 })
  expect(objects.map(({ title }) => title)).toEqual(['Shop: an incident'])
})
