import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const read = (file: string) => readFileSync(file, 'utf8')
const settings = read('docs/settings.md')
const files = globSync('deploy/**/*', { withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => `${entry.parentPath}/${entry.name}`)

/** What is asked of a service of a compose file. */
interface Service {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  user?: string
  volumes?: string[]
  secrets?: string[]
  networks?: string[]
  ports?: string[]
  depends_on?: string[] | Record<string, unknown>
}
interface Compose {
  services: Record<string, Service>
  volumes?: Record<string, unknown>
  secrets?: Record<string, unknown>
  networks?: Record<string, unknown>
}

function documentsOf(file: string): unknown[] {
  return parseAllDocuments(read(file), { merge: true }).map(document => {
    expect(document.errors, file).toEqual([])
    return document.toJS()
  })
}

test('what deployments set are settings', () => {
  const used = files.flatMap(file => [...read(file).matchAll(/\bMILLRACE_[A-Z0-9_]+/g)].map(([name]) => name))
  expect(used.length).toBeGreaterThan(10)
  expect([...new Set(used)].filter(name => !settings.includes(`\`${name}\``))).toEqual([])
})

const composeFiles = files.filter(file => /compose\/.*\.yaml$/.test(file))

test.each(composeFiles)('%s declares all that it names, and Millrace may write to its data alone', file => {
  // The shape that the tests look at; others are not looked at.
  const [compose] = documentsOf(file) as [Compose]
  const names = Object.keys(compose.services)
  for (const [name, service] of Object.entries(compose.services)) {
    const { volumes = [], secrets = [], networks = [], depends_on = [] } = service
    const named = volumes.map(volume => volume.split(':')[0] ?? '').filter(volume => !volume.startsWith('.'))
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect([name, named.filter(volume => !(volume in (compose.volumes ?? {})))]).toEqual([name, []])
    expect([name, secrets.filter(secret => !(secret in (compose.secrets ?? {})))]).toEqual([name, []])
    expect([name, networks.filter(network => !(network in (compose.networks ?? {})))]).toEqual([name, []])
    expect([name, needed.filter(other => !names.includes(other))]).toEqual([name, []])
    for (const mounted of volumes.filter(volume => volume.startsWith('./')))
      expect(files).toContain(`deploy/compose/${mounted.slice(2).split(':')[0]}`)
    if (service.image.startsWith('millrace'))
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    // The page is for this machine until somebody decides otherwise.
    for (const port of service.ports ?? []) if (port.includes('8080')) expect(port).toMatch(/^127\.0\.0\.1:/)
  }
})

test('the image runs as a user of its own, whose number orchestrators can check, and has all sources that its build takes', () => {
  const lines = read('deploy/Dockerfile').split('\n')
  const froms = lines.filter(line => line.startsWith('FROM '))
  expect(froms).toHaveLength(2)
  for (const from of froms) expect(from).toMatch(/^FROM node:24-\S+( AS \w+)?$/)
  expect(lines).toContain('USER 10001:10001')
  expect(lines.findLast(line => line.startsWith('ENTRYPOINT'))).toMatch(/^ENTRYPOINT \[/)
  const allowed = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter(line => line.startsWith('!'))
  const packed = JSON.parse(read('package.json')).files as string[]
  const made = ['lib', 'dist', 'npm-shrinkwrap.json']
  const needed = packed.map(file => file.split('/')[0] ?? '').filter(file => !made.includes(file))
  for (const file of [...needed, 'src', 'package-lock.json', 'vite.config.ts'])
    expect(allowed).toContain(`!${file}`)
})

test('the unit starts what the Debian package installs, as a user that may write to its data alone', () => {
  const unit = read('deploy/systemd/millrace.service')
  const build = read('deploy/debian/build.sh')
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'User=millrace',
    'StateDirectory=millrace',
    'CapabilityBoundingSet=',
  ])
    expect(unit.split('\n')).toContain(line)
  const [, program = ''] = /^ExecStart=\/(\S+) start --config \/(\S+)$/m.exec(unit) ?? []
  expect(build).toContain(`$tree/${program}`)
  expect(build).toContain('adduser --system --group')
})
