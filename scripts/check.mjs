// `npm run check`: all static checks. Every part runs and shows its faults.
import { spawnSync } from 'node:child_process'

const parts = [
  ['types: pure rooms', 'tsc', ['-p', 'tsconfig.pure.json']],
  ['types: server', 'tsc', ['-p', 'tsconfig.server.json']],
  ['types: web', 'tsc', ['-p', 'tsconfig.web.json']],
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['imports, cycles and length', 'node', ['scripts/check-imports.mjs']],
  ['dead code', 'knip', []],
  ['generated documents', 'node', ['scripts/generate.ts', '--check']],
]
let failed = 0
for (const [name, command, args] of parts) {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: withBin() })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status === 0) continue
  failed++
  console.log(stdout + stderr)
}
process.exit(failed > 0 ? 1 : 0)

function withBin() {
  return { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` }
}
