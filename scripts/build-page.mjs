import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const mark = path.join(root, 'dist', 'web', '.built')
const sources = [
  'src/web',
  'src/schema',
  'src/filter',
  'src/charts',
  'src/time',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Builds the page unless the build is current. Ends the process if the build fails. `stdio`: of the build.
 */
export function buildPage(node, stdio) {
  if (!isStale()) return
  console.error('building the page')
  const built = spawnSync(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio,
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
  writeFileSync(mark, '')
}

/** Whether a source of the page is newer than its last build. */
function isStale() {
  if (!existsSync(mark)) return true
  const built = statSync(mark).mtimeMs
  return sources.some(source => newest(path.join(root, source)) > built)
}

function newest(file) {
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(file).map(name => newest(path.join(file, name))))
}
