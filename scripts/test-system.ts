/**
 * `npm run test:system`: scenarios with the built product and the real programs of others. What Debian brings must be there
 * already; what is missing is named, nothing is skipped.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const needed: readonly { program: string; packageName: string }[] = [
  { program: 'logger', packageName: 'bsdutils' },
  { program: 'loggen', packageName: 'syslog-ng-core' },
  { program: 'rsyslogd', packageName: 'rsyslog' },
  { program: 'chromium', packageName: 'chromium' },
]

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']
const missing = needed.filter(({ program }) => !folders.some(folder => existsSync(`${folder}/${program}`)))
if (missing.length > 0) {
  const names = missing.map(({ program }) => program).join(', ')
  const packages = missing.map(({ packageName }) => packageName).join(' ')
  console.error(`npm run test:system needs ${names}: apt-get install --no-install-recommends ${packages}`)
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.system.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
