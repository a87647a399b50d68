import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseLogql } from '../../query/logql/syntax/parse.ts'
import { tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'

const folder = path.resolve(import.meta.dirname, '../../../docs/grafana')

/** The expressions in a Grafana dashboard. */
function expressionsOf(file: string): string[] {
  type Dashboard = { panels: { targets: { expr: string }[] }[] }
  // Files of this repository.
  const dashboard = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Dashboard
  return dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

/** Replaces Grafana's variables by values. */
function interpolated(expression: string): string {
  return expression.replaceAll(/\$__(auto|range)/g, '5m').replaceAll(/\$(host|program|level|search)/g, 'a.b')
}

test('the dashboard of logs asks what is supported', () => {
  const expressions = expressionsOf('millrace-logs.json').map(interpolated)
  expect(expressions.length).toBeGreaterThan(3)
  for (const expression of expressions) {
    expect(expression).not.toContain('$')
    parseLogql(expression)
  }
})

test('the dashboard of the service asks for metrics that are there', async () => {
  const eventEngine = { residentBytes: 1, memoryLimit: 1, starts: 1 }
  const server = await testServer({ eventEngine })
  const metrics = (await server.app.inject({ url: '/metrics', headers: tokenHeaders('user-admin') })).body
  await server.app.close()
  const names = expressionsOf('millrace-service.json').flatMap(expression =>
    [...expression.matchAll(/\b(?:millrace|process|nodejs)_\w+/g)].map(([name]) => name),
  )
  expect(names.length).toBeGreaterThan(15)
  for (const name of names) expect(metrics).toContain(`# TYPE ${name} `)
})
