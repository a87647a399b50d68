import type { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../api/testing/test-server.ts'
import { dashboardsCommand } from './dashboards/dashboards.ts'
import { forwardersCommand } from './forwarders/forwarders.ts'
import { reportCommand } from './reports/report.ts'
import { rulesCommand } from './rules/rules.ts'
import { openCommandLine, remoteOptions } from './testing/command-line.ts'
import { triggersCommand } from './triggers/triggers.ts'

const lists: [command: () => Command, words: string, said: string][] = [
  [dashboardsCommand, 'list', "There are no dashboards of yours; --all shows other users' dashboards."],
  [dashboardsCommand, 'list --all', 'There are no dashboards.'],
  [forwardersCommand, 'list', 'There are no forwarders.'],
  [reportCommand, 'list', "There are no reports of yours; --all shows other users' reports."],
  [reportCommand, 'list --all --schedule 7', 'There are no reports of this schedule.'],
  [reportCommand, 'schedules list --all', 'There are no schedules.'],
  [rulesCommand, 'list', 'There are no rule files.'],
  [rulesCommand, 'errors', 'No rule has errors.'],
  [rulesCommand, 'performance', 'No rules are active.'],
  [triggersCommand, 'list', 'There are no triggers that you can see.'],
  [triggersCommand, 'performance', 'There are no triggers that you can see.'],
]

test('an empty list is said in words on a terminal, and is nothing in a pipe', async () => {
  const server = await testServer({ triggerCosts: async () => [] })
  const remote = await remoteOptions(server, 'user-admin')
  const line = openCommandLine()
  const { isTTY } = process.stdout
  onTestFinished(async () => {
    process.stdout.isTTY = isTTY
    await server.app.close()
  })
  for (const [command, words, said] of lists)
    for (const isTerminal of [true, false]) {
      process.stdout.isTTY = isTerminal
      const printed = await line.run(command(), ...words.split(' '), ...remote)
      expect(printed, words).toEqual(isTerminal ? [said] : [])
    }
})
