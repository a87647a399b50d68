import { expect, test } from 'vitest'
import { readPreferences } from './preferences.ts'

const defaults = { theme: 'system', utc: false, wrap: false, facets: true, keys: true }
const cases: [name: string, text: string | null, wanted: object][] = [
  ['nothing kept', null, defaults],
  ['no JSON', '{', defaults],
  ['another kind of value', '[1]', defaults],
  ['null', 'null', defaults],
  ['a theme of another version', '{"theme":"sepia","utc":true}', { ...defaults, utc: true }],
  ['ill-typed members', '{"utc":"yes","wrap":1,"facets":false}', { ...defaults, facets: false }],
  [
    'all of them',
    '{"theme":"dark","utc":true,"wrap":true,"facets":false,"keys":false}',
    { theme: 'dark', utc: true, wrap: true, facets: false, keys: false },
  ],
]
for (const [name, text, wanted] of cases)
  test(`reads ${name}`, () => expect(readPreferences(text)).toEqual(wanted))
