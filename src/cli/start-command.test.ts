import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./testing/signalled-start.ts', import.meta.url))

test('signals that arrive during the start reload certificates, and close what was started', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 55_000 })
  expect(stdout).toBe('reloaded\nclosed\n')
})
