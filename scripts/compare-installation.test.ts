import { expect, test } from 'vitest'
import { differences, type Lock, type Wanted } from './compare-installation.ts'

const lock: Lock = {
  '': {},
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b/node_modules/a': { version: '2.0.0', integrity: 'sha512-aa' },
  'node_modules/@x/engine-linux': { version: '3.0.0', integrity: 'sha512-l', os: ['linux'], cpu: ['x64'] },
  'node_modules/@x/engine-darwin': { version: '3.0.0', os: ['darwin'], cpu: ['arm64'] },
}
const wanted: Wanted = {
  name: 'millrace',
  dependencies: { a: '1.0.0' },
  optionalDependencies: { '@x/engine-linux': '3.0.0', '@x/engine-darwin': '3.0.0' },
}
const linux = { platform: 'linux', arch: 'x64' }
const own = { 'node_modules/millrace': { version: '0.1.0', integrity: 'sha512-own' } }
const engine = { 'node_modules/@x/engine-linux': { version: '3.0.0', integrity: 'sha512-l' } }

test.each<[what: string, installed: Lock, lines: string[]]>([
  ['what is locked', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' }, ...engine }, []],
  [
    'what is locked at another path',
    { 'node_modules/millrace/node_modules/a': { version: '2.0.0', integrity: 'sha512-aa' }, ...engine },
    [],
  ],
  [
    'another version',
    { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-b' }, ...engine },
    ['a is 1.0.1; the lock file has 1.0.0, 2.0.0'],
  ],
  [
    'other bytes of the same version',
    { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' }, ...engine },
    ['a 1.0.0 has the hash sha512-b; the lock file has sha512-a'],
  ],
  [
    'a package that is not locked',
    {
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/c': { version: '1.0.0', integrity: 'sha512-c' },
      ...engine,
    },
    ['c is 1.0.0; the lock file has none'],
  ],
  ['no engine, and no dependency', {}, ['a is missing', '@x/engine-linux is missing']],
])('an installation with %s', (_what, installed, lines) => {
  expect(differences({ ...own, ...installed }, lock, wanted, linux)).toEqual(lines)
})

test('on another platform its own packages are asked for; without a hash in the lock file the version counts', () => {
  const installed: Lock = {
    ...own,
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/@x/engine-darwin': { version: '3.0.0', integrity: 'sha512-d' },
  }
  const mac = { platform: 'darwin', arch: 'arm64' }
  expect(differences(installed, lock, wanted, mac)).toEqual([])
})
