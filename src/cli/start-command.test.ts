import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A program whose start gets a signal just before it resolves. */
const signalled = `
  import { program } from './src/cli/program.ts'
  const start = async () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => console.log('the signal was lost'), 5_000)
    return { url: '', reloadCertificates: async () => {}, close: async () => console.log('closed') }
  }
  await program({ version: '', readSettings: () => ({ settings: {}, warnings: [] }), start }).parseAsync(['node', 'millrace', 'start'])
`

test('a signal that arrives at the end of the start closes what was started', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', signalled], {
    timeout: 30_000,
  })
  expect(stdout).toBe('closed\n')
})
