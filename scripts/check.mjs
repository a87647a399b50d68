// `npm run check`: all static checks. Every part runs and shows its faults.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const parts = [
  ['types: pure rooms', 'tsc', ['-p', 'tsconfig.pure.json']],
  ['types: server', 'tsc', ['-p', 'tsconfig.server.json']],
  ['types: web', 'tsc', ['-p', 'tsconfig.web.json']],
  ['types: client', 'tsc', ['-p', 'clients/typescript/tsconfig.check.json']],
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['imports, cycles and length', 'node', ['scripts/check-imports.mjs']],
  ['English and long comments', 'node', ['scripts/check-english.mjs']],
  ['dead code', 'knip', []],
  ['generated documents', 'node', ['scripts/generate.ts', '--check']],
]
const waiting = [...parts]
let failed = 0
// As many in parallel as there are processors.
await Promise.all(Array.from({ length: availableParallelism() }, checkNext))
process.exit(failed > 0 ? 1 : 0)

async function checkNext() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await check(...part)
}

async function check(name, command, args) {
  const started = performance.now()
  const { status, output } = await run(command, args)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status === 0) return
  failed++
  console.log(output)
}

function run(command, args) {
  return new Promise(resolve => {
    const child = spawn(command, args, { env: withBin() })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
    child.on('error', error => resolve({ status: 1, output: `${output}${error.message}` }))
    child.on('close', status => resolve({ status, output }))
  })
}

function withBin() {
  return { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` }
}
