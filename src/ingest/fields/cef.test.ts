import { expect, it } from 'vitest'
import { fieldsOf } from './testing/fields-of.ts'

const acme = {
  deviceVendor: 'Acme',
  deviceProduct: 'Gate',
  deviceVersion: '1.2',
  deviceEventClassId: '100',
  name: 'Login failed',
  deviceSeverity: '5',
}
const head = 'CEF:0|Acme|Gate|1.2|100|Login failed|5|'

it.each<[name: string, message: string, fields: Record<string, string>]>([
  [
    'header and extension',
    `${head}src=192.0.2.7 dst=198.51.100.4 spt=1232`,
    { ...acme, src: '192.0.2.7', dst: '198.51.100.4', spt: '1232' },
  ],
  [
    'values with spaces',
    `${head}msg=two failed tries  act=blocked  `,
    { ...acme, msg: 'two failed tries', act: 'blocked' },
  ],
  ['no extension', head, acme],
  ['no extension and no last pipe', head.slice(0, -1), acme],
  ['behind other text', `Jan 02 03:04:05 gate-1 ${head}act=ok`, { ...acme, act: 'ok' }],
  ['version 1 and a space', 'CEF: 1|Acme|Gate|1.2|100|Login failed|5|act=ok', { ...acme, act: 'ok' }],
  [
    'a severity in words',
    'CEF:0|Acme|Gate|1.2|100|Login failed|Very-High|',
    { ...acme, deviceSeverity: 'Very-High' },
  ],
  [
    'pipes and backslashes in the header',
    'CEF:0|Ac\\|me|Ga\\\\te|1.2|100|a = b|5|',
    { ...acme, deviceVendor: 'Ac|me', deviceProduct: 'Ga\\te', name: 'a = b' },
  ],
  [
    'a backslash before a pipe that ends a part',
    'CEF:0|Acme\\\\|Gate|1.2|100|Login failed|5|',
    { ...acme, deviceVendor: 'Acme\\' },
  ],
  ['escaped equals signs', `${head}cmd=set a\\=b act=ok`, { ...acme, cmd: 'set a=b', act: 'ok' }],
  [
    'escaped backslashes and lines',
    `${head}filePath=C:\\\\Temp\\\\new msg=a\\nb\\rc`,
    { ...acme, filePath: 'C:\\Temp\\new', msg: 'a\nb\rc' },
  ],
  [
    'backslashes that are not escaped',
    `${head}filePath=C:\\Temp\\x suser=LAB\\bob`,
    { ...acme, filePath: 'C:\\Temp\\x', suser: 'LAB\\bob' },
  ],
  ['pipes in the extension', `${head}msg=a|b`, { ...acme, msg: 'a|b' }],
  [
    'an address of the web with equals signs',
    `${head}request=https://h/?a=1&b=2 act=ok`,
    { ...acme, request: 'https://h/?a=1&b=2', act: 'ok' },
  ],
  ['equals signs in a value', `${head}msg=x==y=z act=ok`, { ...acme, msg: 'x==y=z', act: 'ok' }],
  [
    'labels',
    `${head}cs1=Block all cs1Label=Rule Name cn1=7 cn1Label=Zone`,
    { ...acme, Rule_Name: 'Block all', Zone: '7' },
  ],
  ['a label before its value', `${head}cs2Label=Policy cs2=P 1`, { ...acme, Policy: 'P 1' }],
  [
    'a label without a value, and a value without a label',
    `${head}cs1Label=Rule cs3=x`,
    { ...acme, cs3: 'x' },
  ],
  ['an empty value', `${head}suser= act=ok`, { ...acme, act: 'ok' }],
  ['a key twice: the first holds', `${head}act=a act=b`, { ...acme, act: 'a' }],
  ['keys with a number in brackets and with dots', `${head}ad.user[0]=bob`, { ...acme, 'ad.user_0': 'bob' }],
  ['text before the first key', `${head}something act=ok`, { ...acme, act: 'ok' }],
])('%s', (_, message, fields) => {
  expect(fieldsOf(message)).toEqual(fields)
})

it('the parser of syslog may have taken CEF for the program', () => {
  expect(fieldsOf('0|Acme|Gate|1.2|100|Login failed|5|act=ok', { program: 'CEF' })).toEqual({
    ...acme,
    act: 'ok',
  })
})

it.each([
  ['a header that is too short', 'CEF:0|Acme|Gate|1.2|100'],
  ['no version', 'CEF:x|Acme|Gate|1.2|100|n|5|act=ok'],
  ['a word that ends so', `SUCEF:0|Acme|Gate|1.2|100|n|5|act=ok`],
  ['far behind other text', `${'x '.repeat(100)}${head}act=ok`],
])('no CEF: %s', (_, message) => {
  expect(fieldsOf(message, { formats: ['cef'] })).toEqual({})
})

it('of vendors', () => {
  expect(
    fieldsOf(
      'CEF:0|Examplenet|Mail Security Gateway|7.1.2|MSG_QUARANTINE|Message quarantined|6|rt=1767225598000 suser=kim@example.net duser=lee@example.org,ann@example.org cs1Label=Queue ID cs1=4Xk2p0 cn1Label=Attachments cn1=2 fname=invoice (2).pdf.exe fileHash=9f86d081 outcome=quarantined reason=Executable in attachment\\= yes',
    ),
  ).toEqual({
    deviceVendor: 'Examplenet',
    deviceProduct: 'Mail Security Gateway',
    deviceVersion: '7.1.2',
    deviceEventClassId: 'MSG_QUARANTINE',
    name: 'Message quarantined',
    deviceSeverity: '6',
    rt: '1767225598000',
    suser: 'kim@example.net',
    duser: 'lee@example.org,ann@example.org',
    Queue_ID: '4Xk2p0',
    Attachments: '2',
    fname: 'invoice (2).pdf.exe',
    fileHash: '9f86d081',
    outcome: 'quarantined',
    reason: 'Executable in attachment= yes',
  })
})
