// Completes package-lock.json with the optional packages of other platforms. A registry that does not carry
// them leaves them out of the lock file, and `npm ci` then refuses it everywhere. Run it after every change
// of dependencies.
import { readFileSync, writeFileSync } from 'node:fs'

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']
let added = 0

for (const [name, entry] of Object.entries(lock.packages)) {
  for (const [dependency, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${name}/node_modules/${dependency}`
    const flat = `node_modules/${dependency}`
    if (lock.packages[nested] || lock.packages[flat]) continue
    const words = dependency.split(/[-/]/)
    const os = systems.find(system => words.includes(system))
    const cpu = processors.find(processor => words.includes(processor))
    if (!os && !cpu) continue
    lock.packages[flat] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)
