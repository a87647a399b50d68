import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Millrace } from './millrace.ts'

test('a service that is away, or does not answer in time, is named', async () => {
  const server = createServer(() => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const slow = new Millrace({ url, token: 'user-1', timeoutMs: 1 })
  await expect(slow.ask('Search', {})).rejects.toMatchObject({
    name: 'TimeoutError',
    message: `${url} did not answer in time`,
  })
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  const away = new Millrace({ url, token: 'user-1' })
  await expect(away.ask('Search', {})).rejects.toThrow(`${url} does not answer: connect ECONNREFUSED`)
  const reason = new Error('enough')
  const ended = away.ask('Search', {}, { signal: AbortSignal.abort(reason) })
  await expect(ended).rejects.toBe(reason)
})

test('both packages have a license and a README, and what is published is no source and no test', async () => {
  const cwd = 'clients/typescript'
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd,
  })
  const [{ name, version, files }] = JSON.parse(stdout)
  expect(name).toBe('@millrace/client')
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const paths: string[] = files.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
  expect(paths.filter(path => !/^(LICENSE|README\.md|package\.json|dist\/.*)$/.test(path))).toEqual([])

  const license = readFileSync('LICENSE', 'utf8')
  for (const language of ['typescript', 'python']) {
    expect(readFileSync(`clients/${language}/LICENSE`, 'utf8')).toBe(license)
    expect(readFileSync(`clients/${language}/README.md`, 'utf8')).toContain('Apache-2.0')
  }
  const python = readFileSync('clients/python/pyproject.toml', 'utf8')
  expect(python).toContain('readme = "README.md"')
  expect(python).toContain(`version = "${version}"`)
  // PEP 639: setuptools refuses the older forms from 2027 on.
  expect(python).toContain('license = "Apache-2.0"\nlicense-files = ["LICENSE"]')
  expect(python).not.toContain('License ::')
  expect(readFileSync('clients/typescript/package.json', 'utf8')).not.toContain('"private"')
})
