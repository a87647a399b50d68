import { globSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { Networks } from '../src/ingest/listen/networks.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const settings = read('docs/settings.md')
const files = globSync('deploy/**/*', { withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => `${entry.parentPath}/${entry.name}`)

/** The checked parts of a service of a compose file. */
interface Service {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  user?: string
  volumes?: string[]
  secrets?: string[]
  networks?: string[] | Record<string, { ipv4_address: string }>
  ports?: string[]
  depends_on?: string[] | Record<string, unknown>
  environment?: Record<string, string>
}
interface Compose {
  services: Record<string, Service>
  volumes?: Record<string, unknown>
  secrets?: Record<string, unknown>
  networks?: Record<string, { ipam?: { config?: { subnet?: string; ip_range?: string }[] } } | undefined>
}

function documentsOf(file: string): unknown[] {
  return parseAllDocuments(read(file), { merge: true }).map(document => {
    expect(document.errors, file).toEqual([])
    return document.toJS()
  })
}

test('variables of deployments are settings', () => {
  const used = files.flatMap(file => [...read(file).matchAll(/\bMILLRACE_[A-Z0-9_]+/g)].map(([name]) => name))
  expect(used.length).toBeGreaterThan(10)
  expect([...new Set(used)].filter(name => !settings.includes(`\`${name}\``))).toEqual([])
})

/** Names of a list, or of an object with more about each. */
function namesOf(given: string[] | Record<string, unknown> = []): string[] {
  return Array.isArray(given) ? given : Object.keys(given)
}

const composeFiles = files.filter(file => /compose\/.*\.yaml$/.test(file))

test.each(composeFiles)('%s declares all that it names, and Millrace may write to its data alone', file => {
  // The shape that the tests check; other documents are ignored.
  const [compose] = documentsOf(file) as [Compose]
  const names = Object.keys(compose.services)
  for (const [name, service] of Object.entries(compose.services)) {
    const { volumes = [], secrets = [], depends_on = [] } = service
    const networks = namesOf(service.networks)
    const named = volumes.map(volume => volume.split(':')[0] ?? '').filter(volume => !volume.startsWith('.'))
    const needed = namesOf(depends_on)
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
    // The page is only reachable from this machine by default.
    for (const port of service.ports ?? []) if (port.includes('8080')) expect(port).toMatch(/^127\.0\.0\.1:/)
  }
})

test('the image runs as a user of its own, whose number orchestrators can check, and has all sources that its build takes', () => {
  const lines = read('deploy/Dockerfile').split('\n')
  const froms = lines.filter(line => line.startsWith('FROM '))
  // It is packed with any Node 24, and runs on the version in the dependencies.
  expect(froms).toEqual([
    expect.stringMatching(/^FROM node:24-\S+ AS build$/),
    expect.stringMatching(/^FROM debian:\S+-slim$/),
  ])
  expect(lines).toContain('USER 10001:10001')
  expect(lines.findLast(line => line.startsWith('ENTRYPOINT'))).toMatch(/^ENTRYPOINT \[/)
  const allowed = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter(line => line.startsWith('!'))
  const packed = JSON.parse(read('package.json')).files as string[]
  const made = ['lib', 'dist', 'THIRD-PARTY-LICENSES', 'sbom.cdx.json']
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

/** A Kubernetes object, limited to what the tests check. */
interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    podSelector?: { matchLabels?: Record<string, string> }
    ingress?: { from?: object[]; ports?: { port: string }[] }[]
    selector?: Record<string, unknown> & { matchLabels?: Record<string, string> }
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec }
    volumeClaimTemplates?: { metadata: { name: string } }[]
  }
}
interface PodSpec {
  securityContext: object
  volumes: { name: string }[]
  containers: {
    securityContext: object
    ports: { name: string; containerPort: number }[]
    env: { name: string; value?: string }[]
    volumeMounts: { name: string; mountPath: string }[]
  }[]
}

const inKubernetes = (file: string) => documentsOf(`deploy/kubernetes/${file}`) as Manifest[]

test('the objects of Kubernetes refer to each other, and Millrace runs confined', () => {
  const [kustomization] = documentsOf('deploy/kubernetes/kustomization.yaml') as [{ resources: string[] }]
  const all = files.filter(file => file.startsWith('deploy/kubernetes/')).map(file => file.slice(18))
  expect(all.filter(file => file !== 'kustomization.yaml').sort()).toEqual(kustomization.resources.toSorted())
  const objects = kustomization.resources.flatMap(inKubernetes)
  const set = objects.find(({ kind }) => kind === 'StatefulSet')
  const pod = set?.spec.template?.spec
  const labels = set?.spec.template?.metadata.labels
  expect(set?.spec.selector?.matchLabels).toEqual(labels)
  for (const { kind, spec } of objects) if (kind === 'Service') expect(spec.selector).toEqual(labels)
  expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
  const [container] = pod?.containers ?? []
  expect(container?.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  const volumes = [
    ...(pod?.volumes ?? []),
    ...(set?.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata),
  ]
  const mounts = container?.volumeMounts ?? []
  expect(mounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort())
  const secretFiles = (container?.env ?? []).filter(({ name }) => name.endsWith('_FILE'))
  expect(secretFiles).toHaveLength(3)
  for (const { value = '' } of secretFiles)
    expect(
      mounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`)),
      value,
    ).toBe(true)
})

test('HAProxy sends to all nodes of the compose file, on ports that they listen on', () => {
  const [compose] = documentsOf('deploy/compose/cluster.yaml') as [Compose]
  const nodes = Object.keys(compose.services).filter(name => name.startsWith('millrace-'))
  const servers = [...read('deploy/compose/haproxy.cfg').matchAll(/^ {2}server \S+ ([^:\s]+):(\d+)$/gm)]
  for (const port of ['8080', '5514', '5601'])
    expect([port, servers.filter(([, , to]) => to === port).map(([, name]) => name)]).toEqual([port, nodes])
})

const trusted = /MILLRACE_TRUSTED_PROXIES(?:, value)?\s*[:=]\s*\[?([^\s#}\]]*)/g

test('deployment files trust only the address of a proxy, no network of clients', () => {
  const examples = [...files, ...globSync('docs/**/*.md')]
  const values = examples.flatMap(file =>
    [...read(file).matchAll(trusted)].map(([, value = '']) => [file, value]),
  )
  expect(values.length).toBeGreaterThan(2)
  const broad = values.filter(([, value = '']) => !value.startsWith('${') && isIP(value) === 0)
  expect(broad).toEqual([])
})

test('the nodes of the compose file trust HAProxy, at an address that no other container gets', () => {
  const [compose] = documentsOf('deploy/compose/cluster.yaml') as [Compose]
  const { haproxy, ...others } = compose.services
  const networks = haproxy?.networks
  const address = Array.isArray(networks) ? undefined : networks?.cluster?.ipv4_address
  const nodes = Object.entries(others).filter(([name]) => name.startsWith('millrace-'))
  for (const [, { environment }] of nodes)
    expect(environment).toMatchObject({ MILLRACE_TRUSTED_PROXIES: address })
  expect(nodes).toHaveLength(3)
  const [pool] = compose.networks?.cluster?.ipam?.config ?? []
  const [subnet, range] = [pool?.subnet, pool?.ip_range].map(network => new Networks([network ?? '']))
  expect([subnet?.has(address ?? ''), range?.has(address ?? '')]).toEqual([true, false])
})

/** The lines of a section of an HAProxy configuration. */
function sectionOf(text: string, title: string): string[] {
  const lines = text.split('\n')
  const begin = lines.indexOf(title)
  const end = lines.findIndex((line, index) => index > begin && /^\S/.test(line))
  return lines.slice(begin + 1, end < 0 ? undefined : end).map(line => line.trim().replace(/\s+#.*$/, ''))
}

test.each(['deploy/compose/haproxy.cfg', 'docs/reverse-proxy.md'])(
  'HAProxy of %s deletes what clients say about themselves, before it says it itself',
  file => {
    const lines = sectionOf(read(file).replaceAll('```', 'end'), 'frontend page')
    const rules = lines.filter(line => /^(http-request|option forwardfor)/.test(line))
    expect(rules.slice(0, 3)).toEqual([
      'http-request del-header X-Forwarded- -m beg',
      'http-request del-header Forwarded',
      'option forwardfor',
    ])
    expect(rules.at(-1)).toMatch(/^http-request set-header X-Forwarded-Proto https?$/)
  },
)

test('nginx of the documents replaces the address that a client sends', () => {
  const examples = globSync(['docs/**/*.md', 'deploy/**/*.md']).map(read).join('\n')
  const set = [...examples.matchAll(/X-Forwarded-For (\$\w+)/g)].map(([, value]) => value)
  expect(new Set(set)).toEqual(new Set(['$remote_addr']))
})

test('in Kubernetes the page is reached from the Ingress and from nodes alone', () => {
  const policies = inKubernetes('network.yaml').filter(({ kind }) => kind === 'NetworkPolicy')
  const set = inKubernetes('millrace.yaml').find(({ kind }) => kind === 'StatefulSet')
  const labels = set?.spec.template?.metadata.labels
  const [policy, ...more] = policies.filter(
    ({ spec }) => JSON.stringify(spec.podSelector?.matchLabels) === JSON.stringify(labels),
  )
  expect(more).toEqual([])
  const rules = policy?.spec.ingress ?? []
  const [container] = set?.spec.template?.spec.containers ?? []
  const open = rules.flatMap(({ from, ports }) => (from === undefined ? (ports ?? [{ port: 'all' }]) : []))
  expect(rules.filter(({ from }) => from !== undefined)).toMatchObject([{ ports: [{ port: 'http' }] }])
  // Senders are anywhere.
  const listeners = container?.ports.map(({ name }) => name).filter(name => name !== 'http')
  expect(open.map(({ port }) => port)).toEqual(listeners)
})
