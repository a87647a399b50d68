import { expect, onTestFinished, test } from 'vitest'
import { tokenHeaders } from '../../api/testing/people.ts'
import { testServer } from '../../api/testing/test-server.ts'
import { createDemoDashboard, demoDashboard } from './dashboard.ts'

const startedAt = Date.UTC(2026, 0, 15, 17, 10, 30) / 1_000

test('the dashboard of the demo has no faults, and names the time of the incident', async () => {
  const { app } = await testServer()
  onTestFinished(() => app.close())
  const payload = demoDashboard(startedAt, 'Asia/Kathmandu')
  const headers = tokenHeaders('user-admin')
  const answer = await app.inject({ method: 'POST', url: '/api/dashboards', headers, payload })
  expect(answer.statusCode).toBe(201)
  expect(JSON.stringify(payload.widgets)).toContain('Errors rose at 19:55')
})

test('an installation with dashboards gets none', async () => {
  const { app, people } = await testServer()
  onTestFinished(() => app.close())
  const { metadata } = people
  const admin = { userId: 1, managesDashboards: true, managesWidgets: true }
  const titles = async () =>
    (await metadata.dashboards.list(admin, { offset: 0, limit: 9 })).objects.map(({ title }) => title)
  await createDemoDashboard(metadata, startedAt, 'UTC')
  await createDemoDashboard(metadata, startedAt, 'UTC')
  expect(await titles()).toEqual(['Shop: an incident'])
})
