import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { TestListeners } from './testing/test-listeners.ts'

let opened: TestListeners
beforeEach(() => {
  opened = new TestListeners()
})
afterEach(() => opened.close())

it.each(['syslog-udp', 'syslog-tcp'] as const)(
  '%s: a count of repeats is of the message before',
  async kind => {
    await opened.listen([{ kind }])
    const lines = [
      '<13>Jan  2 03:04:05 web-1 sshd[7]: Failed',
      '<13>Jan  2 03:04:06 last message repeated 3 times',
    ]
    if (kind === 'syslog-udp') await opened.datagrams(...lines)
    else await opened.send(`${lines.join('\n')}\n`)
    await eventually(async () => (await opened.counters()).received).toBe(2)
    const rows = await opened.rows()
    expect(rows.map(row => [row.host, row.program])).toEqual([
      ['web-1', 'sshd'],
      ['web-1', 'sshd'],
    ])
  },
)
